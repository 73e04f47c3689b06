import pytest
import torch

from kestrel import _custom_ops as ops


@pytest.mark.parametrize("hidden", [64, 1000])
def test_rms_scale(hidden: int) -> None:
    x = torch.randn(7, hidden, device="cuda")
    weight = torch.rand(hidden, device="cuda")
    out = torch.empty_like(x)
    ops.rms_scale(out, x, weight, 1e-6)
    expected = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * weight
    torch.testing.assert_close(out, expected)
