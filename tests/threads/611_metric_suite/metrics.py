import torch

from metric_base import Metric


class NormalizedEntropy(Metric):
    def __init__(self):
        super().__init__()
        self.add_state("cross", torch.zeros(()))
        self.add_state("positives", torch.zeros(()))
        self.add_state("seen", torch.zeros(()))

    def update(self, scores, labels):
        scores = scores.clamp(1e-6, 1 - 1e-6)
        cross = labels * scores.log() + (1 - labels) * (1 - scores).log()
        self.cross -= cross.sum()
        self.positives += labels.sum()
        self.seen += torch.ones_like(labels).sum()

    def result(self):
        rate = self.positives / self.seen
        base = -(rate * rate.log() + (1 - rate) * (1 - rate).log())
        return self.cross / self.seen / base


class OrderedPairs(Metric):
    def __init__(self):
        super().__init__()
        self.add_state("agreeing", torch.zeros(()))
        self.add_state("pairs", torch.zeros(()))

    def update(self, scores, labels):
        ordered = torch.sign(scores[:, None] - scores[None, :])
        wanted = torch.sign(labels[:, None] - labels[None, :])
        differing = wanted != 0
        self.agreeing += ((ordered == wanted) & differing).sum()
        self.pairs += differing.sum()

    def result(self):
        return self.agreeing / self.pairs.clamp(min=1)
