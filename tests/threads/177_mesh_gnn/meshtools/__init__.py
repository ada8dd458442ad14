"""meshtools: the few graph operations which we need."""
from .ops import gather_scatter

__all__ = ["gather_scatter"]
__version__ = "0.3.1"
