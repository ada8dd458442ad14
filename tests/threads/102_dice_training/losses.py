import torch
import torch.nn.functional as F

from data import IGNORE


def foreground(label):
    return (label == 1).float()


def masked_mean(values, mask):
    return values[mask].mean()


def dice(prob, label):
    valid = (label != IGNORE).float()
    fg = foreground(label)
    overlap = (prob * fg * valid).sum()
    return 1 - (2 * overlap + 1) / ((prob * valid).sum() + fg.sum() + 1)


def cross_entropy(logits, label):
    per_pixel = F.binary_cross_entropy_with_logits(logits, foreground(label), reduction="none")
    return masked_mean(per_pixel, label != IGNORE)


def total_variation(prob):
    return prob.diff(dim=-1).abs().mean() + prob.diff(dim=-2).abs().mean()


def total_loss(logits, label):
    logits = logits.squeeze(1)
    prob = logits.sigmoid()
    return cross_entropy(logits, label) + dice(prob, label) + 0.1 * total_variation(prob)
