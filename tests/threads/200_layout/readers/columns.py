"""Stages that look at the geometry of boxes (x0, y0, x1, y1 in page units)."""
import torch

from . import register


def centre(boxes):
    return (boxes[..., :2] + boxes[..., 2:]) / 2


@register("clip", traced=True)
def clip(boxes, page):
    return boxes.clamp(0.0, 1.0)


@register("column_shift")
def column_shift(boxes, page, strength=0.5):
    """Pull boxes of one column to a common left edge."""
    x = centre(boxes)[..., 0]
    near = torch.exp(-((x[..., :, None] - x[..., None, :]) / 0.1).square())
    near = near / near.sum(-1, keepdim=True)
    left = (near @ boxes[..., :1]).squeeze(-1)
    dx = strength * (left - boxes[..., 0])
    return boxes + torch.stack([dx, torch.zeros_like(dx), dx, torch.zeros_like(dx)], -1)


@register("reading_key", traced=True)
def reading_key(boxes, page):
    return boxes[..., 1] + 2.0 * (centre(boxes)[..., 0] > 0.5).to(boxes.dtype)
