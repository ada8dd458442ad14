"""Streaming normalisation helpers (vendored)."""
from .running import RunningNorm
from .stats import merge_moments

__all__ = ["RunningNorm", "merge_moments"]
