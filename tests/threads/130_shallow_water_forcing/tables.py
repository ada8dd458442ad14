"""Tables by numpy, as the oceanographers hand them over."""
import numpy as np


def tide(hours):
    t = np.arange(hours)
    return 0.02 * np.sin(2 * np.pi * t / 12.4)


def gust(n, strength):
    x = np.linspace(0.0, 1.0, n)
    return strength * np.exp(-50 * (x - 0.5) ** 2)
