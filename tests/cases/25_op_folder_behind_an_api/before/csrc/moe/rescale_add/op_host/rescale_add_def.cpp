#include "register/op_def_registry.h"

namespace ops {
class RescaleAdd : public OpDef {
 public:
  explicit RescaleAdd(const char* name) : OpDef(name) { this->Input("x"); }
};
OP_ADD(RescaleAdd);
}  // namespace ops
