import math


def cosine_levels(steps, low=0.05, high=1.0):
    for i in range(steps):
        mix = 0.5 * (1 + math.cos(math.pi * i / (steps - 1)))
        yield low + (high - low) * mix


def describe(levels):
    levels = list(levels)
    return f"{len(levels)} levels, {levels[0]:.2f} to {levels[-1]:.2f}"
