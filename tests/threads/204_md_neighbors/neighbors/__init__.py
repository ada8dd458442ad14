"""neighbors: k-nearest neighbour search and small helpers for particle systems."""
from .ops import min_image, nearest
from .smear import smear

__all__ = ["min_image", "nearest", "smear"]
