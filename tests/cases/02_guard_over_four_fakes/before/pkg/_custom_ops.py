import torch
from torch.library import register_fake


if hasattr(torch.ops._C, "pack_rows"):

    @register_fake("_C::pack_columns")
    def _pack_columns_fake(a: torch.Tensor) -> torch.Tensor:
        return a.new_empty(a.shape[1], a.shape[0])

    @register_fake("_C::pack_rows")
    def _pack_rows_fake(a: torch.Tensor) -> torch.Tensor:
        return torch.empty_like(a)

    @register_fake("_C::pack_tiles")
    def _pack_tiles_fake(a: torch.Tensor, tile: int) -> torch.Tensor:
        return a.new_empty(a.numel() // tile, tile)

    @register_fake("_C::unpack")
    def _unpack_fake(a: torch.Tensor) -> torch.Tensor:
        return torch.empty_like(a)
