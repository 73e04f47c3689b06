import torch
from torch import nn

from kestrel import _custom_ops as ops
from kestrel.platform import is_rocm


class RMSNorm(nn.Module):
    def __init__(self, hidden_size: int, epsilon: float = 1e-6) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.epsilon = epsilon

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out = torch.empty_like(x)
        ops.rms_scale(out, x, self.weight, self.epsilon)
        return out


class TensorParallelQKNorm(nn.Module):
    """Normalises query and key over all ranks, in one launch."""

    def __init__(self, weight_q: torch.Tensor, weight_k: torch.Tensor, group) -> None:
        super().__init__()
        self.weight_q = weight_q
        self.weight_k = weight_k
        self.group = group

    def forward(self, qk: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return torch.ops._K.allreduce_rms_qk(
            qk,
            self.weight_q,
            self.weight_k,
            self.group.workspace,
            self.group.rank,
            self.group.world_size,
            1e-6,
        )


def row_sums(x: torch.Tensor) -> torch.Tensor:
    if is_rocm():
        return ops.wave_reduce(x)
    return x.sum(dim=-1)
