"""plugkit: a registry for effects."""
from .registry import effect

__all__ = ["effect"]
