import torch

from kestrel import _custom_ops as ops


def rotated(x: torch.Tensor) -> torch.Tensor:
    first, second = x.chunk(2, dim=-1)
    return torch.cat([-second, first], dim=-1)


def test_rotate_half_inplace() -> None:
    query = torch.randn(3, 128, device="cuda")
    key = torch.randn(3, 128, device="cuda")
    expected = rotated(query), rotated(key)
    ops.rotate_half_inplace(query, key)
    torch.testing.assert_close((query, key), expected)
