import torch
from torch.library import register_fake


def gemm(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.ops._C.gemm(a, b)


@register_fake("_C::gemm")
def _gemm_fake(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a.new_empty(a.size(0), b.size(1))


@register_fake("_C::wave_gemm")
def _wave_gemm_fake(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a.new_empty(a.size(0), b.size(1))
