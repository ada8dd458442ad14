import torch


def soft_threshold(x, at=0.5, sharp=10.0):
    return torch.sigmoid(sharp * (x - at))
