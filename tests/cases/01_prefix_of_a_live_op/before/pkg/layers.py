import torch


def gate_qk(qk: torch.Tensor, gate: torch.Tensor):
    return torch.ops._C.fused_gate_qk(qk, gate, 1e-6)
