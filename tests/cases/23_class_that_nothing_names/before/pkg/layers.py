from pkg import _custom_ops as ops


class Total:
    def forward(self, x):
        return ops.row_sum(x)
