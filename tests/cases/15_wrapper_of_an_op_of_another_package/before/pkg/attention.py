from pkg import _custom_ops as ops


def attend(query, cache):
    return ops.paged_attend(ops.row_max(query), cache)
