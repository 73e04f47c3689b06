import torch


def routed(x):
    return torch.ops._moe_C.route(torch.ops._C.norm(x))
