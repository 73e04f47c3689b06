import torch


def total(x):
    return torch.ops._C.sum_tokens(x)
