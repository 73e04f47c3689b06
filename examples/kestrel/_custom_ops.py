"""Python wrappers of the compiled ops, and their fake implementations."""

from typing import TYPE_CHECKING

import torch

from kestrel.platform import import_kernels

import_kernels()

if TYPE_CHECKING:

    def register_fake(fn):
        return lambda name: fn
else:
    from torch.library import register_fake


# normalisation ops
def rms_scale(
    out: torch.Tensor,
    input: torch.Tensor,
    weight: torch.Tensor,
    epsilon: float,
) -> None:
    torch.ops._K.rms_scale(out, input, weight, epsilon)


if hasattr(torch.ops._K, "allreduce_rms"):

    @register_fake("_K::allreduce_rms")
    def _allreduce_rms_fake(
        input: torch.Tensor,
        weight: torch.Tensor,
        workspace: torch.Tensor,
        rank: int,
        world_size: int,
        epsilon: float,
    ) -> torch.Tensor:
        return torch.empty_like(input)


if hasattr(torch.ops._K, "allreduce_rms_qk"):

    @register_fake("_K::allreduce_rms_qk")
    def _allreduce_rms_qk_fake(
        qk: torch.Tensor,
        weight_q: torch.Tensor,
        weight_k: torch.Tensor,
        workspace: torch.Tensor,
        rank: int,
        world_size: int,
        epsilon: float,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        return torch.empty_like(qk[0]), torch.empty_like(qk[1])


# activation ops
def gated_silu(out: torch.Tensor, input: torch.Tensor) -> None:
    torch.ops._K.gated_silu(out, input)


def gated_gelu(out: torch.Tensor, input: torch.Tensor) -> None:
    torch.ops._K.gated_gelu(out, input)


# four-bit packing ops
def nibble_pack(values: torch.Tensor) -> torch.Tensor:
    return torch.ops._K.nibble_pack(values)


def nibble_unpack(packed: torch.Tensor, columns: int) -> torch.Tensor:
    return torch.ops._K.nibble_unpack(packed, columns)


if hasattr(torch.ops._K, "nibble_pack"):

    @register_fake("_K::nibble_pack")
    def _nibble_pack_fake(values: torch.Tensor) -> torch.Tensor:
        return values.new_empty(*values.shape[:-1], values.shape[-1] // 2)

    @register_fake("_K::nibble_unpack")
    def _nibble_unpack_fake(packed: torch.Tensor, columns: int) -> torch.Tensor:
        return packed.new_empty(*packed.shape[:-1], columns)


# block Hadamard transform
def block_hadamard(
    input: torch.Tensor, block_size: int, scale: float | None = None
) -> torch.Tensor:
    """Transforms each block of the last dimension; block_size is a power of two."""
    return torch.ops._K.block_hadamard(input, block_size, scale)


if hasattr(torch.ops._K, "block_hadamard"):

    @register_fake("_K::block_hadamard")
    def _block_hadamard_fake(
        input: torch.Tensor, block_size: int, scale: float | None = None
    ) -> torch.Tensor:
        return torch.empty_like(input)


# rotation
def rotate_half_inplace(query: torch.Tensor, key: torch.Tensor) -> None:
    torch.ops._K.rotate_half_inplace(query, key)


# ROCm
def wave_reduce(input: torch.Tensor) -> torch.Tensor:
    return torch.ops._K.wave_reduce(input)


# mixture-of-experts ops
def route_topk(
    weights: torch.Tensor,
    experts: torch.Tensor,
    logits: torch.Tensor,
    renormalize: bool,
) -> None:
    torch.ops._moe_K.route_topk(weights, experts, logits, renormalize)


def count_experts(experts: torch.Tensor, num_experts: int) -> torch.Tensor:
    counts = torch.empty(num_experts, dtype=torch.int32, device=experts.device)
    torch.ops._moe_K.count_experts(experts, counts)
    return counts
