from pkg import _custom_ops as ops


def weight_of(packed, columns):
    return ops.int4_decode(packed, columns)
