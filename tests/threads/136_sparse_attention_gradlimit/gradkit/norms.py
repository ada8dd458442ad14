import warnings


def excess(g, limit):
    """How many times longer than allowed the gradient is (1 if it is not)."""
    return (g.norm() / limit).clamp(min=1.0)


def overshoot(g, limit):
    warnings.warn("overshoot() is now called excess()", DeprecationWarning)
    return excess(g, limit)
