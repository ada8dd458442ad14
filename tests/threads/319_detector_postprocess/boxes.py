import torch


def cxcywh_to_xyxy(boxes):
    centre, size = boxes.split(2, dim=-1)
    return torch.cat([centre - size / 2, centre + size / 2], dim=-1)


def area(boxes):
    return (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])


def pairwise_iou(a, b):
    top = torch.maximum(a[:, None, :2], b[None, :, :2])
    bottom = torch.minimum(a[:, None, 2:], b[None, :, 2:])
    inter = (bottom - top).clamp(min=0).prod(-1)
    return inter / (area(a)[:, None] + area(b)[None] - inter + 1e-7)


def decay_scores(boxes, scores, sigma):
    """Lower each score by its overlap with the best higher-scored box."""
    higher = scores[:, None] > scores[None, :]
    overlap = (pairwise_iou(boxes, boxes) * higher).amax(0)
    return scores * torch.exp(-overlap.square() / sigma)


def classwise_decay(boxes, scores, labels, sigma):
    result = torch.zeros_like(scores)
    for label in torch.unique(labels):
        index = torch.where(labels == label)[0]
        result[index] = decay_scores(boxes[index], scores[index], sigma)
    return result
