from pkg import _custom_ops as ops


def swap(to, source, mapping):
    ops.swap_blocks(to, source, mapping)
