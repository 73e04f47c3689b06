import torch


# Planning of the decode kernel
def plan_metadata(lengths: torch.Tensor, heads: int) -> torch.Tensor:
    """
    Splits the sequences among the blocks.

    Returns:
        The blocks of each sequence.
    """
    return torch.ops._C.plan_metadata(lengths, heads)


def row_min(x: torch.Tensor) -> torch.Tensor:
    return torch.ops._C.row_min(x)
