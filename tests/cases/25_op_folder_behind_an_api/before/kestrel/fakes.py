import torch
from torch.library import register_fake


@register_fake("kestrel::npu_gate")
def _gate(x):
    return torch.empty_like(x)


@register_fake("kestrel::npu_rescale")
def _rescale(x, factor):
    return torch.empty_like(x)
