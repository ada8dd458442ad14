"""Gates: how much a measurement is believed."""
import torch

from .linalg import quad


def chi2_distance(innov, s_inv):
    return quad(innov, s_inv)


def _weights(d2, limit):
    """Huber-like weight for each squared distance."""
    if limit <= 0:
        raise ValueError("limit must be positive")
    return [limit / v if v > limit else 1.0 for v in d2.tolist()]


def robust_scale(innov, s_inv, limit):
    d2 = chi2_distance(innov, s_inv)
    w = _weights(d2, limit)
    return innov.new_tensor(w)


def hard_gate(innov, s_inv, limit):
    return (chi2_distance(innov, s_inv) <= limit).float()
