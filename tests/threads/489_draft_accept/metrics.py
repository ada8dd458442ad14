import torch.nn.functional as F

from numbers_util import ratio


def shifted(target, mask, depth):
    width = target.shape[1] - depth
    return target[:, depth:], mask[:, depth:], width


def accept_rate(logits, target, mask):
    hits = (logits.argmax(dim=-1) == target) & (mask > 0)
    return ratio(hits.sum(), mask.sum())


def draft_loss(logits, target, mask):
    flat = F.cross_entropy(logits.flatten(0, 1), target.flatten(), reduction="none")
    flat = flat * mask.flatten()
    return flat.sum() / mask.sum().clamp(min=1)
