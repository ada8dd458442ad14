import torch
import torch.nn.functional as F


class Metric:
    def __init__(self):
        self.updates = 0
        self.values = []

    def update(self, preds, target):
        self.updates += 1
        self.values.append(self.batch_value(preds, target))

    def compute(self):
        return torch.stack(self.values).sum() / self.updates


class Accuracy(Metric):
    def batch_value(self, preds, target):
        return (preds.argmax(-1) == target).float().mean()


class Brier(Metric):
    def batch_value(self, preds, target):
        return (preds - F.one_hot(target, preds.shape[-1])).square().sum(-1).mean()


class Collection:
    def __init__(self, metrics):
        self.metrics = metrics

    def update(self, preds, target):
        for metric in self.metrics.values():
            metric.update(preds, target)

    def compute(self):
        return {name: metric.compute() for name, metric in self.metrics.items()}
