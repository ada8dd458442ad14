"""vqlite: a few vector quantizers (vendored)."""
from .residual import ResidualVQ

__all__ = ["ResidualVQ"]
__version__ = "0.3.1"
