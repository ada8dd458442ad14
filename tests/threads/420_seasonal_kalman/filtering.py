from typing import NamedTuple

import torch
from torch import nn

from schedules import SeasonalNoise, local_trend


class Belief(NamedTuple):
    mean: torch.Tensor
    cov: torch.Tensor


class TrendModel(nn.Module):
    def __init__(self, dim, process_std=0.1):
        super().__init__()
        self.noise = SeasonalNoise(dim)
        self.register_buffer("transition", local_trend(dim))
        self.register_buffer("emission", torch.eye(dim, 2 * dim))
        self.register_buffer("process", process_std**2 * torch.eye(2 * dim))

    def predict(self, belief):
        f = self.transition
        return Belief(f @ belief.mean, f @ belief.cov @ f.T + self.process)

    def condition(self, belief, y, t):
        h, r = self.emission, self.noise.at(t)
        s = h @ belief.cov @ h.T + r
        gain = torch.linalg.solve(s, h @ belief.cov).T
        innovation = y - h @ belief.mean
        ll = -0.5 * (innovation @ torch.linalg.solve(s, innovation) + torch.logdet(s))
        eye = torch.eye(belief.mean.shape[0])
        return Belief(belief.mean + gain @ innovation, (eye - gain @ h) @ belief.cov), ll


class KalmanFilter:
    def __init__(self, model, backend="aot_eager"):
        self.model = model
        self.advance = torch.compile(self._advance, backend=backend)

    def prior(self):
        n = self.model.transition.shape[0]
        return Belief(torch.zeros(n), torch.eye(n))

    def _advance(self, belief, y, t):
        return self.model.condition(self.model.predict(belief), y, t)

    @torch.no_grad()
    def run(self, series):
        belief, total, means = self.prior(), 0.0, []
        for t, y in enumerate(series):
            belief, ll = self.advance(belief, y, t)
            total = total + ll
            means.append(belief.mean)
        return torch.stack(means), total
