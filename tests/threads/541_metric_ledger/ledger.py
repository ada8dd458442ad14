import copy

import torch


class MeanMetric:
    def __init__(self):
        self.total = torch.zeros(())
        self.count = torch.zeros(())

    def update(self, value):
        self.total += value.detach()
        self.count += 1

    def compute(self):
        return (self.total / self.count.clamp(min=1)).item()

    def reset(self):
        self.total.zero_()
        self.count.zero_()


class Ledger:
    def __init__(self, prototype=None):
        self.prototype = prototype or MeanMetric()
        self.metrics = {}

    def register(self, name):
        self.metrics[name] = copy.deepcopy(self.prototype)

    def log(self, name, value):
        if name not in self.metrics:
            self.register(name)
        self.metrics[name].update(value)

    def flush(self):
        values = {name: metric.compute() for name, metric in self.metrics.items()}
        for metric in self.metrics.values():
            metric.reset()
        return values
