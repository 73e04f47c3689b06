import torch
from torch import nn

from kestrel._custom_ops import nibble_unpack


class NibbleLinear(nn.Module):
    """A linear layer whose weight is stored as packed four-bit values."""

    def __init__(self, packed: torch.Tensor, scale: torch.Tensor, columns: int) -> None:
        super().__init__()
        self.packed = packed
        self.scale = scale
        self.columns = columns

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        weight = nibble_unpack(self.packed, self.columns).to(x.dtype) - 8
        return x @ (weight * self.scale).t()
