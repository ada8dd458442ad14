import torch
import torch.nn.functional as F

from genome import LETTERS


def corrupt(tokens, chosen):
    return torch.where(chosen, torch.full_like(tokens, LETTERS["mask"]), tokens)


def select(logits, targets, chosen):
    return logits[chosen], targets[chosen]


class Objective:
    def __init__(self, model, smooth, zweight=1e-3):
        self.model = model
        self.smooth = smooth
        self.zweight = zweight

    def zloss(self, logits):
        return self.zweight * torch.logsumexp(logits, dim=-1).square().mean()

    def compute(self, tokens, chosen):
        logits = self.model(corrupt(tokens, chosen))
        picked, wanted = select(logits, tokens, chosen)
        loss = F.cross_entropy(picked, wanted, label_smoothing=self.smooth)
        return loss, self.zloss(logits)
