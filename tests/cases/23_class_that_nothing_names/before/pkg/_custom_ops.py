import torch


def row_sum(x: torch.Tensor) -> torch.Tensor:
    return torch.ops._C.row_sum(x)
