import copy
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from loss import info_nce
from tracking import note_many


@dataclass
class TrainerConfig:
    steps: int
    batch: int
    dim: int
    temperature: float
    compile: bool
    backend: str = "eager"
    momentum: float = 0.95


class Trainer:
    def __init__(self, cfg, bank):
        torch.manual_seed(8)
        self.cfg = cfg
        self.bank = bank
        self.query = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, cfg.dim))
        self.key = copy.deepcopy(self.query).requires_grad_(False)
        self.opt = torch.optim.Adam(self.query.parameters(), lr=2e-3)
        self.step = torch.compile(self._step, backend=cfg.backend) if cfg.compile else self._step

    def _step(self, a, b, negatives):
        q = F.normalize(self.query(a), dim=-1)
        k = F.normalize(self.key(b), dim=-1)
        return info_nce(q, k, negatives, self.cfg.temperature), k

    @torch.no_grad()
    def _momentum(self):
        m = self.cfg.momentum
        for pk, pq in zip(self.key.parameters(), self.query.parameters()):
            pk.mul_(m).add_(pq, alpha=1 - m)

    def key_drift(self):
        return sum((a - b).norm().item() for a, b in zip(self.key.parameters(), self.query.parameters()))

    def fit(self, stream):
        history = []
        for a, b in stream:
            loss, keys = self.step(a, b, self.bank.negatives())
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            self._momentum()
            self.bank.push(keys)
            history.append(loss.item())
            note_many(loss=history[-1], bank=len(self.bank))
        return history
