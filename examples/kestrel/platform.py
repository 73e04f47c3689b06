"""Loads the compiled libraries that this machine has."""

import contextlib

import torch


def import_kernels() -> None:
    """Importing a library is what registers its ops."""
    with contextlib.suppress(ImportError):
        import kestrel._K  # noqa: F401
    with contextlib.suppress(ImportError):
        import kestrel._moe_K  # noqa: F401


def is_rocm() -> bool:
    return torch.version.hip is not None
