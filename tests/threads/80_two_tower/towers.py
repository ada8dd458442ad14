import torch
import torch.nn as nn
import torch.nn.functional as F


class TwoTower(nn.Module):
    def __init__(self, users, items, dim, dense):
        super().__init__()
        self.user = nn.Embedding(users, dim)
        self.item = nn.Embedding(items, dim)
        self.mix = nn.Linear(dim + dense, dim)

    def forward(self, batch):
        users = torch.cat([self.user(batch.user), batch.dense], dim=-1)
        users = F.normalize(self.mix(users), dim=-1)
        items = F.normalize(self.item(batch.item), dim=-1)
        return users, items


def sampled_softmax(users, items, weight, scale=8.0):
    logits = scale * users @ items.t()
    target = torch.arange(logits.shape[0])
    losses = F.cross_entropy(logits, target, reduction="none")
    return (losses * weight).sum() / weight.sum()
