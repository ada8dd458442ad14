"""rankkit: list-wise tools for slates."""
from .metrics import coverage, dcg
from .quota import apply_rules

__all__ = ["apply_rules", "coverage", "dcg"]
