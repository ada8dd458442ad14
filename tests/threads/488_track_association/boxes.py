import torch


def area(boxes):
    return (boxes[:, 2:] - boxes[:, :2]).clamp(min=0).prod(-1)


def pairwise_iou(a, b):
    low = torch.maximum(a[:, None, :2], b[None, :, :2])
    high = torch.minimum(a[:, None, 2:], b[None, :, 2:])
    inter = (high - low).clamp(min=0).prod(-1)
    return inter / (area(a)[:, None] + area(b)[None] - inter)
