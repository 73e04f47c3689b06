import torch


def mix_rows(x: torch.Tensor) -> torch.Tensor:
    return torch.ops._C.mix_rows(x)


def lerp_rows(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.ops._C.lerp_rows(x, y)
