import torch
from torch.library import register_fake


if hasattr(torch.ops._C, "fused_gate"):

    @register_fake("_C::fused_gate")
    def _fused_gate_fake(
        input: torch.Tensor,
        gate: torch.Tensor,
        epsilon: float,
    ) -> torch.Tensor:
        return torch.empty_like(input)


if hasattr(torch.ops._C, "fused_gate_qk"):

    @register_fake("_C::fused_gate_qk")
    def _fused_gate_qk_fake(
        qk: torch.Tensor,
        gate: torch.Tensor,
        epsilon: float,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        return torch.empty_like(qk[0]), torch.empty_like(qk[1])
