import torch


def gate(draw, p_batch, p):
    """1 for the images to change, 0 for the others; the first number drawn is the batch's."""
    whole = (draw[:1] < p_batch).to(draw.dtype)
    if whole.sum() == 1:
        return (draw[1:] < p).to(draw.dtype)
    return torch.zeros_like(draw[1:])
