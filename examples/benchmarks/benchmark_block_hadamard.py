import torch
from torch.utils.benchmark import Timer

from kestrel import _custom_ops as ops


def main() -> None:
    x = torch.randn(4096, 8192, device="cuda", dtype=torch.bfloat16)
    for block_size in (64, 128, 256):
        timer = Timer(
            "ops.block_hadamard(x, block_size)",
            globals={"ops": ops, "x": x, "block_size": block_size},
        )
        print(block_size, timer.blocked_autorange())


if __name__ == "__main__":
    main()
