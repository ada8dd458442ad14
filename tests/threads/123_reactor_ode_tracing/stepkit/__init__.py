"""stepkit: explicit steppers and small helpers around them."""
from .norms import rms
from .steppers import euler, heun
from .tracing import traced

__all__ = ["euler", "heun", "rms", "traced"]
