"""gradkit: functions that change the gradient and nothing else."""
from .functions import limit_grad, scale_grad

__all__ = ["limit_grad", "scale_grad"]
