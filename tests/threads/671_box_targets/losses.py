import torch
import torch.nn.functional as F

from boxes import convert


def focal(logits, labels, classes, gamma=2.0):
    target = torch.where(labels < 0, classes, labels)
    one_hot = F.one_hot(target, classes + 1)[..., :classes].to(logits.dtype)
    p = torch.sigmoid(logits)
    ce = F.binary_cross_entropy_with_logits(logits, one_hot, reduction="none")
    p_t = p * one_hot + (1 - p) * (1 - one_hot)
    return (ce * (1 - p_t) ** gamma).sum() / labels.numel()


def box_l1(predicted, boxes, labels, side):
    valid = (labels >= 0).to(predicted.dtype).unsqueeze(-1)
    return ((predicted - boxes / side).abs() * valid).sum() / valid.sum().clamp(min=1)


def detection_loss(logits, predicted, batch, classes, side=16.0):
    boxes = convert(batch.boxes, torch.Tensor)
    return focal(logits, batch.labels, classes) + 2.0 * box_l1(predicted, boxes, batch.labels, side)
