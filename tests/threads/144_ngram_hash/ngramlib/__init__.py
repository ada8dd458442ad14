"""Hashed n-grams."""
from .ids import bucket_ids
from .text import grams

__all__ = ["bucket_ids", "grams"]
