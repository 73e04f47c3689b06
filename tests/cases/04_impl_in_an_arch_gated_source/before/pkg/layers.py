import torch


def total(x):
    return torch.ops._C.row_sum(x)
