import torch


def affine(x, factor, by):
    torch.ops._C.scale_rows(x, factor)
    torch.ops._C.shift_rows(x, by)


def rolled(x, by):
    torch.ops._C.roll_rows(x, by)
