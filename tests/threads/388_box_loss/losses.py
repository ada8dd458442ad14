import torch
import torch.nn.functional as F
from torch import nn

from boxes import cxcywh_to_xyxy, enclosing_area, overlap

EPS = 1e-7


def giou(pred, target):
    inter, union = overlap(pred, target)
    hull = enclosing_area(pred, target)
    return inter / (union + EPS) - (hull - union) / (hull + EPS)


class DetectionLoss(nn.Module):
    def __init__(self, box_weight=2.0, l1_weight=5.0):
        super().__init__()
        self.box_weight = box_weight
        self.l1_weight = l1_weight

    def forward(self, out, boxes, labels):
        pred = out["boxes"].flatten(0, 1)
        gt = boxes.flatten(0, 1)
        cls = F.cross_entropy(out["logits"].flatten(0, 1), labels.flatten())
        l1 = F.l1_loss(pred, gt)
        iou = 1.0 - giou(cxcywh_to_xyxy(pred), cxcywh_to_xyxy(gt)).mean()
        total = cls + self.l1_weight * l1 + self.box_weight * iou
        return total, {"cls": cls.detach(), "l1": l1.detach(), "giou": iou.detach()}
