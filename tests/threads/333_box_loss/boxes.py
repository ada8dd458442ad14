"""Box helpers; every box is (x1, y1, x2, y2)."""
import torch


def cxcywh_to_xyxy(boxes):
    cx, cy, w, h = boxes.unbind(-1)
    return torch.stack((cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2), dim=-1)


def area(boxes):
    return (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])


def inter_union(a, b):
    left = torch.maximum(a[..., 0], b[..., 0])
    top = torch.maximum(a[..., 1], b[..., 1])
    right = torch.minimum(a[..., 2], b[..., 2])
    bottom = torch.minimum(a[..., 3], b[..., 3])
    overlap = (right > left) & (bottom > top)
    inter = torch.zeros_like(left)
    inter[overlap] = (right - left)[overlap] * (bottom - top)[overlap]
    return inter, area(a) + area(b) - inter


def enclosing(a, b):
    lt = torch.minimum(a[..., :2], b[..., :2])
    rb = torch.maximum(a[..., 2:], b[..., 2:])
    return torch.cat((lt, rb), dim=-1)
