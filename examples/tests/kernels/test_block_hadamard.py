import pytest
import torch

from kestrel import _custom_ops as ops

BLOCK_SIZES = [16, 64, 256]


def sylvester(n: int) -> torch.Tensor:
    matrix = torch.ones(1, 1)
    while matrix.shape[0] < n:
        top = torch.cat([matrix, matrix], dim=1)
        bottom = torch.cat([matrix, -matrix], dim=1)
        matrix = torch.cat([top, bottom])
    return matrix


@pytest.mark.skipif(
    not hasattr(torch.ops._K, "block_hadamard"),
    reason="not built for this architecture",
)
@pytest.mark.parametrize("block_size", BLOCK_SIZES)
def test_block_hadamard(block_size: int) -> None:
    x = torch.randn(4, 2 * block_size, device="cuda")
    out = ops.block_hadamard(x, block_size)
    matrix = sylvester(block_size).cuda()
    expected = (x.view(4, 2, block_size) @ matrix).view_as(x)
    torch.testing.assert_close(out, expected)
