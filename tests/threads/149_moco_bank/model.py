import copy

import torch
import torch.nn.functional as F
from torch import nn

from bank import MemoryBank, Prototypes


class Encoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.depth = 2
        self.inp = nn.Linear(cfg.feat, 32)
        self.mid = nn.Linear(32, 32)
        self.out = nn.Linear(32, cfg.dim)

    def forward(self, x):
        h = F.gelu(self.inp(x))
        for _ in range(self.depth):
            h = h + F.gelu(self.mid(h))
        return F.normalize(self.out(h), dim=1)


class MoCo(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.query = Encoder(cfg)
        self.key = copy.deepcopy(self.query).requires_grad_(False)
        self.bank = MemoryBank(cfg.bank, cfg.dim)
        self.protos = Prototypes(cfg.dim)
        self.temperature = cfg.temperature
        self.momentum = cfg.momentum

    @torch.no_grad()
    def follow(self):
        for k, q in zip(self.key.parameters(), self.query.parameters()):
            k.lerp_(q, 1.0 - self.momentum)

    def forward(self, a, b):
        q = self.query(a)
        with torch.no_grad():
            k = self.key(b)
        pos = (q * k).sum(1, keepdim=True)
        neg = q @ self.bank.negatives().T
        logits = torch.cat([pos, neg], 1) / self.temperature
        for store in (self.bank, self.protos):
            store.enqueue(k)
        return logits
