#include "register/op_def_registry.h"

namespace ops {
class Rescale : public OpDef {
 public:
  explicit Rescale(const char* name) : OpDef(name) { this->Input("x"); }
};
OP_ADD(Rescale);
}  // namespace ops
