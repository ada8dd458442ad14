"""Statistics over incomplete fields."""
from .reduce import masked_fraction, masked_mean
from .shape import soft_threshold

__all__ = ["masked_fraction", "masked_mean", "soft_threshold"]
