#include "register/op_def_registry.h"

namespace ops {
class Gate : public OpDef {
 public:
  explicit Gate(const char* name) : OpDef(name) { this->Input("x"); }
};
OP_ADD(Gate);
}  // namespace ops
