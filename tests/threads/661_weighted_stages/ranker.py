import torch
from torch import nn

from stages import build_stages, by_weight


class Ranker(nn.Module):
    def __init__(self, cfg, entries):
        super().__init__()
        self.user = nn.Embedding(cfg["users"], cfg["dim"])
        self.item = nn.Embedding(cfg["items"], cfg["dim"])
        self.register_buffer("age", torch.arange(cfg["items"]).float() % 17)
        self.register_buffer("clicks", (torch.arange(cfg["items"]).float() * 7) % 31)
        self.stages = build_stages(entries)

    def forward(self, users):
        total = 0.0
        keep = 1.0
        for stage in by_weight(self.stages):
            score = torch.sigmoid(stage.score(self, users))
            total = total + keep * stage.weight * score
            keep = keep * 0.9
        return total


def hit_rate(scores, wanted, k):
    top = scores.topk(k, dim=-1).indices
    return (top == wanted[:, None]).any(-1).float().mean().item()
