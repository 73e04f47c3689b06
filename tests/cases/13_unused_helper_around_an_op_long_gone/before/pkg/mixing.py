from pkg import _custom_ops as ops


def _lerp(x, y):
    return ops.lerp_rows(x, y)  # type: ignore[attr-defined]


def mix(x):
    return ops.mix_rows(x)
