import math


def sma_max(beta2):
    return 2.0 / (1.0 - beta2) - 1.0


def rectification(step, beta1, beta2, threshold=5.0):
    """Step factor of RAdam and whether the adaptive denominator may be used."""
    decay = beta2 ** step
    longest = sma_max(beta2)
    length = longest - 2.0 * step * decay / (1.0 - decay)
    correction = 1.0 - beta1 ** step
    if length < threshold:
        return 1.0 / correction, False
    top = (length - 4.0) * (length - 2.0) * longest
    bottom = (longest - 4.0) * (longest - 2.0) * length
    return math.sqrt((1.0 - decay) * top / bottom) / correction, True
