from dataclasses import dataclass

import torch
import torch.nn.functional as F

from boxes import area, cxcywh_to_xyxy, enclosing, inter_union


@dataclass
class LossWeights:
    box: float = 2.0
    l1: float = 5.0
    cls: float = 1.0
    eps: float = 1e-7


def giou(pred, target, eps):
    inter, union = inter_union(pred, target)
    hull = area(enclosing(pred, target))
    return inter / (union + eps) - (hull - union) / (hull + eps)


class DetectionLoss(torch.nn.Module):
    def __init__(self, weights, n_classes):
        super().__init__()
        self.weights = weights
        self.register_buffer("class_weight", torch.linspace(1.0, 2.0, n_classes))

    def forward(self, boxes, logits, gt_boxes, gt_labels):
        w = self.weights
        pred, target = cxcywh_to_xyxy(boxes), cxcywh_to_xyxy(gt_boxes)
        box = (1 - giou(pred, target, w.eps)).mean()
        l1 = F.smooth_l1_loss(boxes, gt_boxes, beta=0.1)
        cls = F.cross_entropy(logits.flatten(0, 1), gt_labels.flatten(), self.class_weight)
        return w.box * box + w.l1 * l1 + w.cls * cls, {"giou": box, "l1": l1, "cls": cls}
