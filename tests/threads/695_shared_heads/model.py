import torch
import torch.nn as nn

from collect import Terms
from heads import Classification, Contrast, Regression


class SharedTrunk(nn.Module):
    def __init__(self, inp, width, classes):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(inp, width), nn.GELU(), nn.Linear(width, width))
        self.heads = nn.ModuleDict(
            {"size": Regression(width), "kind": Classification(width, classes), "pair": Contrast(width)}
        )
        self.log_vars = nn.Parameter(torch.zeros(len(self.heads)))

    def terms(self, h, labels):
        found = Terms()
        for head in self.heads.values():
            found.append(head.loss(h, labels))
        return found

    def weigh(self, losses):
        stacked = torch.stack(losses)
        s = self.log_vars[: len(losses)]
        return (stacked * torch.exp(-s) + s).sum(), stacked.detach()

    def forward(self, x, labels):
        return self.weigh(self.terms(self.trunk(x), labels))
