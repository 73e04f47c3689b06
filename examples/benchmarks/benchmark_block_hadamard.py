import time

import torch

from kestrel import _custom_ops as ops


def milliseconds(x: torch.Tensor, block_size: int, repeat: int = 100) -> float:
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(repeat):
        ops.block_hadamard(x, block_size)
    torch.cuda.synchronize()
    return (time.perf_counter() - start) * 1000 / repeat


def main() -> None:
    x = torch.randn(4096, 8192, device="cuda", dtype=torch.bfloat16)
    for block_size in (64, 128, 256):
        print(block_size, milliseconds(x, block_size))


if __name__ == "__main__":
    main()
