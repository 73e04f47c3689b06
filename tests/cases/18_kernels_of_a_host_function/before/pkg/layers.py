import torch


def counted(x):
    return torch.ops._C.count_pairs(x)
