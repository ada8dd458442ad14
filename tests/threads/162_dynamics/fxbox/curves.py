"""Static curves, level in dB -> gain in dB."""
import numpy as np
import torch

KNEE_IN = np.array([-80.0, -40.0, -20.0, -10.0, 0.0], dtype=np.float32)
KNEE_OUT = np.array([6.0, 4.0, 0.0, -4.0, -9.0], dtype=np.float32)


def linear_ratio(level, ratio):
    return torch.minimum(level * 0, level * (1 / ratio - 1))


def knee(level):
    gain = np.interp(level.numpy(), KNEE_IN, KNEE_OUT)
    return torch.as_tensor(gain, dtype=level.dtype)
