import torch
from torch import nn


class Metric(nn.Module):
    def __init__(self):
        super().__init__()
        self._update_count = 0

    def add_state(self, name, value):
        self.register_buffer(name, value, persistent=False)

    def record(self, scores, labels):
        self._update_count += 1
        self.update(scores, labels)

    def update(self, scores, labels):
        raise NotImplementedError

    def summary(self):
        if self._update_count == 0:
            raise RuntimeError(f"{type(self).__name__} has seen no batch")
        return {"batches": int(self._update_count), "value": float(self.result())}


class MetricSuite(nn.Module):
    def __init__(self, **metrics):
        super().__init__()
        self.metrics = nn.ModuleDict(metrics)

    def record(self, scores, labels):
        scores = torch.sigmoid(scores)
        for metric in self.metrics.values():
            metric.record(scores, labels)

    def summary(self):
        return {name: metric.summary() for name, metric in self.metrics.items()}
