from pkg.quant import dequant

__all__ = ["dequant"]
