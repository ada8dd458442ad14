import torch


def make_scene(objects, dim):
    corner = torch.rand(objects, 2) * 80
    size = 8 + 8 * torch.rand(objects, 2)
    return torch.cat([corner, corner + size], dim=-1), torch.randn(objects, dim)


def drift(boxes, feats, frame):
    gen = torch.Generator().manual_seed(frame)
    order = torch.randperm(boxes.shape[0], generator=gen)
    moved = boxes + 2 * torch.randn(boxes.shape[0], 1, generator=gen)
    noisy = feats + 0.1 * torch.randn(feats.shape, generator=gen)
    return moved[order], noisy[order]


def pairwise_iou(a, b):
    low = torch.maximum(a[:, None, :2], b[None, :, :2])
    high = torch.minimum(a[:, None, 2:], b[None, :, 2:])
    inter = (high - low).clamp_min(0).prod(-1)
    area_a = (a[:, 2:] - a[:, :2]).prod(-1)
    area_b = (b[:, 2:] - b[:, :2]).prod(-1)
    return inter / (area_a[:, None] + area_b[None] - inter)
