"""odelite: small explicit solvers (vendored)."""
from .control import StepControl
from .steppers import heun, rk4

__all__ = ["StepControl", "heun", "rk4"]
