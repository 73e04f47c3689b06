"""One step of the engine, end to end; run as `python -m kestrel.engine`."""

import torch

from kestrel.cache import Cache
from kestrel.layers.activation import SiluAndMul
from kestrel.layers.linear import NibbleLinear
from kestrel.layers.norm import RMSNorm, TensorParallelQKNorm, row_sums
from kestrel.moe.router import route


def step(x: torch.Tensor, qk: torch.Tensor, cache: Cache, parts: dict) -> torch.Tensor:
    cache.advise("prefetch", parts["blocks"])
    x = RMSNorm(x.shape[-1])(x)
    query, _ = TensorParallelQKNorm(parts["q"], parts["k"], parts["group"])(qk)
    x = SiluAndMul()(x + query)
    x = NibbleLinear(parts["packed"], parts["scale"], parts["columns"])(x)
    weights, _ = route(x, topk=2)
    return row_sums(x) * weights.sum(dim=-1)


if __name__ == "__main__":
    saved = torch.load("step.pt")
    print(step(saved["x"], saved["qk"], Cache(saved["cache"]), saved))
