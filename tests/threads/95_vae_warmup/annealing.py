import math

WARMUP = 5
FREE_BITS = 0.02

_step = 0


def tick():
    """Called once after every optimizer step."""
    global _step
    _step += 1


def kl_weight():
    return 0.5 * (1 - math.cos(math.pi * min(1.0, _step / WARMUP)))
