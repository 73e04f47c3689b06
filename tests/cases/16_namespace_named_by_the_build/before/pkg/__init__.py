from pkg.layers import scattered

__all__ = ["scattered"]
