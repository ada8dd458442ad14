from typing import Callable, Dict

import torch
from torch import nn


class TabularNet(nn.Module):
    def __init__(self, cards, numeric: int, dim: int = 4, hidden: int = 16):
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(c, dim) for c in cards)
        self.body = nn.Sequential(nn.Linear(numeric + dim * len(cards), hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, num: torch.Tensor, cat: torch.Tensor) -> torch.Tensor:
        cols = [table(cat[:, i]) for i, table in enumerate(self.tables)]
        return self.body(torch.cat([num, *cols], dim=1)).squeeze(1)


class QuantileEnsemble:
    """One network a quantile, all trained by the same compiled objective."""

    def __init__(self, criteria: Dict[str, Callable], make_net: Callable, lr: float, backend: str):
        self.criteria = criteria
        self.nets = {name: make_net() for name in criteria}
        self.opts = {n: torch.optim.Adam(net.parameters(), lr=lr) for n, net in self.nets.items()}
        self.objective = torch.compile(self._objective, backend=backend)

    @staticmethod
    def _objective(net, criterion, num, cat, target):
        return criterion(net(num, cat), target)

    def fit_batch(self, num, cat, target) -> Dict[str, float]:
        logs = {}
        for name, criterion in self.criteria.items():
            loss = self.objective(self.nets[name], criterion, num, cat, target)
            self.opts[name].zero_grad()
            loss.backward()
            self.opts[name].step()
            logs[name] = loss.item()
        return logs

    @torch.no_grad()
    def predict(self, num, cat) -> Dict[str, torch.Tensor]:
        return {name: net(num, cat) for name, net in self.nets.items()}
