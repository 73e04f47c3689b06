from pkg import _custom_ops as ops


def scaled(x):
    ops.row_scale(x)
    return x
