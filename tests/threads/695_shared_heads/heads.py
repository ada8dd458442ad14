import torch
import torch.nn as nn
import torch.nn.functional as F


class Regression(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.out = nn.Linear(width, 1)

    def loss(self, h, labels):
        value = labels.get("value")
        return None if value is None else F.smooth_l1_loss(self.out(h).squeeze(-1), value)


class Classification(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.out = nn.Linear(width, classes)

    def loss(self, h, labels):
        kind = labels.get("kind")
        return None if kind is None else F.cross_entropy(self.out(h), kind)


class Contrast(nn.Module):
    def __init__(self, width, temperature=0.2):
        super().__init__()
        self.project = nn.Linear(width, 16)
        self.temperature = temperature

    def loss(self, h, labels):
        z = F.normalize(self.project(h), dim=-1)
        half = z.shape[0] // 2
        logits = z[:half] @ z[half:].t() / self.temperature
        return F.cross_entropy(logits, torch.arange(half))
