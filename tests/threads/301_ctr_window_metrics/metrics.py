from dataclasses import dataclass

import torch

from windowing import WindowBuffer


@dataclass
class MetricsConfig:
    window: int = 5
    backend: str = "eager"
    eps: float = 1e-6


class Computation:
    fields = 2
    name = "metric"

    def __init__(self, config):
        self.eps = config.eps
        self.lifetime = torch.zeros(self.fields, dtype=torch.float64)
        self.window = WindowBuffer(config.window, self.fields)

    def states(self, preds, labels, weights):
        raise NotImplementedError

    def reduce(self, total):
        return total[0] / total[1].clamp(min=self.eps)

    def update(self, preds, labels, weights):
        state = torch.stack(self.states(preds, labels, weights))
        self.lifetime = self.lifetime + state
        self.window.push(state)

    def compute(self):
        return {
            f"lifetime_{self.name}": self.reduce(self.lifetime).item(),
            f"window_{self.name}": self.reduce(self.window.total).item(),
        }


class MSE(Computation):
    name = "mse"

    def states(self, preds, labels, weights):
        return [(weights * (preds - labels) ** 2).sum(), weights.sum()]


class Calibration(Computation):
    name = "calibration"

    def states(self, preds, labels, weights):
        return [(weights * preds).sum(), (weights * labels).sum()]


class CrossEntropy(Computation):
    name = "ce"

    def states(self, preds, labels, weights):
        p = preds.clamp(self.eps, 1 - self.eps)
        ce = -(labels * p.log() + (1 - labels) * (1 - p).log())
        return [(weights * ce).sum(), weights.sum()]


class MetricModule:
    def __init__(self, config, kinds):
        self.computations = [kind(config) for kind in kinds]
        self.update = torch.compile(self._update, backend=config.backend)

    def _update(self, preds, labels, weights):
        preds, labels, weights = preds.double(), labels.double(), weights.double()
        for computation in self.computations:
            computation.update(preds, labels, weights)

    def compute(self):
        report = {}
        for computation in self.computations:
            report.update(computation.compute())
        return report
