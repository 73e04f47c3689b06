import torch

from kestrel import _custom_ops as ops


def route(
    logits: torch.Tensor, topk: int, renormalize: bool = True
) -> tuple[torch.Tensor, torch.Tensor]:
    tokens = logits.shape[0]
    weights = torch.empty(tokens, topk, dtype=torch.float32, device=logits.device)
    experts = torch.empty(tokens, topk, dtype=torch.int32, device=logits.device)
    ops.route_topk(weights, experts, logits.float(), renormalize)
    return weights, experts
