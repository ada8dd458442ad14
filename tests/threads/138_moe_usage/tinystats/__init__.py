from .meter import Meter

__all__ = ["Meter"]
