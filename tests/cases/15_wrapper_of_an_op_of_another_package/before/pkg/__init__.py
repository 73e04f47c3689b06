from pkg.attention import attend

__all__ = ["attend"]
