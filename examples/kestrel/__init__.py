"""Kernels and layers of a small inference engine."""
