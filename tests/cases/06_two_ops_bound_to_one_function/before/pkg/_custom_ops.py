import torch


def swap_blocks(to: torch.Tensor, source: torch.Tensor, mapping: torch.Tensor) -> None:
    torch.ops._C_cache.swap_blocks(to, source, mapping)


def swap_pages(to: torch.Tensor, source: torch.Tensor, mapping: torch.Tensor) -> None:
    torch.ops._C_cache.swap_pages(to, source, mapping)
