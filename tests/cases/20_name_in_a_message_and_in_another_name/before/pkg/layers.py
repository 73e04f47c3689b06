from pkg import _custom_ops as ops


def copied(to, x):
    if to.shape != x.shape:
        raise ValueError("copy_rows needs equal shapes")
    ops.async_copy_rows(to, x)
