from .integrate import odeint

__all__ = ["odeint"]
