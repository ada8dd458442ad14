import torch
import torch.nn.functional as F
from torch import nn


class Forecaster(nn.Module):
    def __init__(self, window, width):
        super().__init__()
        self.window = window
        self.load = nn.Linear(window, width)
        self.extra = nn.ModuleDict({"temp": nn.Linear(1, width), "weekday": nn.Embedding(7, width)})
        self.out = nn.Linear(width, 1)

    def embed(self, batch):
        h = self.load(batch["load"])
        for key, layer in self.extra.items():
            if key in batch:
                h = h + layer(batch[key])
        return torch.tanh(h)

    def forward(self, batch):
        pred = self.out(self.embed(batch)).squeeze(-1)
        err = F.smooth_l1_loss(pred, batch["target"], reduction="none")
        weight = batch.get("weight")
        return err.mean() if weight is None else (err * weight).mean()
