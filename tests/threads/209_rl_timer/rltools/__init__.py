from .advantage import discounted
from .timing import timeit

__all__ = ["discounted", "timeit"]
