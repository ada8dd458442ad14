import torch

from window import WindowBuffer

EPS = 1e-7


def cross_entropy(pred, label, weight):
    pred = pred.clamp(EPS, 1 - EPS)
    return -weight * (label * pred.log() + (1 - label) * (1 - pred).log())


class RecMetric:
    width = 0

    def __init__(self, window):
        self.lifetime = torch.zeros(self.width, dtype=torch.float64)
        self.buffer = WindowBuffer(window, self.width)
        self.recent = torch.zeros(self.width, dtype=torch.float64)

    def update(self, pred, label, weight):
        row = self.states(pred.double(), label.double(), weight.double())
        self.lifetime = self.lifetime + row
        self.recent = self.buffer.aggregate(row)

    def report(self):
        return self.ratio(self.lifetime).item(), self.ratio(self.recent).item()


class NormalizedEntropy(RecMetric):
    width = 3

    def states(self, pred, label, weight):
        ce = cross_entropy(pred, label, weight).sum()
        return torch.stack([ce, (weight * label).sum(), weight.sum()])

    def ratio(self, s):
        base = (s[1] / s[2]).clamp(EPS, 1 - EPS)
        return s[0] / (-s[2] * (base * base.log() + (1 - base) * (1 - base).log()))


class Calibration(RecMetric):
    width = 2

    def states(self, pred, label, weight):
        return torch.stack([(weight * pred).sum(), (weight * label).sum()])

    def ratio(self, s):
        return s[0] / s[1]
