import torch


def clamp_overflow(h):
    """Keeps half precision finite."""
    limit = torch.finfo(h.dtype).max - 1000
    if torch.isinf(h).any():
        h = h.clamp(min=-limit, max=limit)
    return h
