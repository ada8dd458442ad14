import math

import torch


def cosine(it, total, peak):
    """Learning rate as a 0-dim tensor (a float would be baked into the update)."""
    return torch.tensor(0.5 * peak * (1 + math.cos(math.pi * it / total)))
