import torch


class Cache:
    """Blocks of keys and values, and what may be done to them."""

    def __init__(self, data: torch.Tensor) -> None:
        self.data = data

    def advise(self, action: str, blocks: torch.Tensor) -> None:
        """Passes a hint on to the device, where it knows of the action."""
        hint = getattr(torch.ops._K, f"cache_{action}", None)
        if hint is not None:
            hint(self.data, blocks)
