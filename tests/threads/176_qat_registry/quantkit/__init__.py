"""A small quantisation toolkit."""
from . import quantizers  # noqa: F401  (fills the registry)
from .registry import available, build

__all__ = ["available", "build"]
