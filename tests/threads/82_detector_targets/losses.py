import torch
import torch.nn.functional as F


def to_centers(boxes, image_size):
    boxes = boxes / image_size
    mid = (boxes[:, :2] + boxes[:, 2:]) / 2
    return torch.cat([mid, boxes[:, 2:] - boxes[:, :2]], dim=-1)


def box_loss(deltas, scores, anchors, targets, radius=0.2):
    gap = torch.cdist(anchors[:, :2], targets[:, :2])
    near, which = gap.min(dim=1)
    positive = (near < radius).float()
    reg = F.smooth_l1_loss(anchors + 0.1 * deltas, targets[which], reduction="none").sum(-1)
    reg = (reg * positive).sum() / positive.sum().clamp_min(1.0)
    cls = F.binary_cross_entropy_with_logits(scores, positive)
    return reg + cls, positive.mean()
