import torch


def cxcywh_to_xyxy(b):
    cx, cy, w, h = b.unbind(-1)
    return torch.stack([cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2], dim=-1)


def box_area(b):
    return (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])


def overlap(a, b):
    left, top = torch.max(a[:, 0], b[:, 0]), torch.max(a[:, 1], b[:, 1])
    right, bottom = torch.min(a[:, 2], b[:, 2]), torch.min(a[:, 3], b[:, 3])
    inter = torch.zeros_like(left)
    hit = (right > left) & (bottom > top)
    inter[hit] = (right[hit] - left[hit]) * (bottom[hit] - top[hit])
    return inter, box_area(a) + box_area(b) - inter


def enclosing_area(a, b):
    left, top = torch.min(a[:, 0], b[:, 0]), torch.min(a[:, 1], b[:, 1])
    right, bottom = torch.max(a[:, 2], b[:, 2]), torch.max(a[:, 3], b[:, 3])
    return (right - left) * (bottom - top)
