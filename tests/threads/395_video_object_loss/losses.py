from collections import defaultdict

import torch.nn as nn
import torch.nn.functional as F


def dice(prob, target):
    inter = (prob * target).sum((-2, -1))
    total = prob.sum((-2, -1)) + target.sum((-2, -1))
    return 1 - (2 * inter + 1) / (total + 1)


def bce(logits, target):
    return F.binary_cross_entropy_with_logits(logits, target, reduction="none").mean((-2, -1))


class MaskLoss(nn.Module):
    def __init__(self, dice_weight=1.0, bce_weight=2.0):
        super().__init__()
        self.weights = {"dice": dice_weight, "bce": bce_weight}

    def forward(self, logits, batch):
        masks, num_objects = batch["masks"], batch["num_objects"]
        losses = defaultdict(float)
        for b in range(logits.size(0)):
            n = num_objects[b]
            losses["dice"] += dice(logits[b, :n].sigmoid(), masks[b, :n]).mean()
            losses["bce"] += bce(logits[b, :n], masks[b, :n]).mean()
        losses["total"] = sum(w * losses[k] for k, w in self.weights.items())
        return {k: v / logits.size(0) for k, v in losses.items()}
