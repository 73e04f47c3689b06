import torch
from torch.utils.benchmark import Timer

from kestrel import _custom_ops as ops


def main() -> None:
    x = torch.randn(4096, 2 * 11008, device="cuda", dtype=torch.bfloat16)
    out = x.new_empty(4096, 11008)
    timer = Timer("ops.gated_silu(out, x)", globals={"ops": ops, "out": out, "x": x})
    print(timer.blocked_autorange())


if __name__ == "__main__":
    main()
