"""Biased matrix factorisation over implicit ratings."""
import torch
from torch import nn


class BiasedMF(nn.Module):
    def __init__(self, n_users, n_items, dim=8):
        super().__init__()
        self.users = nn.Embedding(n_users, dim)
        self.items = nn.Embedding(n_items, dim)
        self.user_bias = nn.Embedding(n_users, 1)
        self.item_bias = nn.Embedding(n_items, 1)
        for emb in (self.users, self.items):
            nn.init.normal_(emb.weight, std=0.3)
        for emb in (self.user_bias, self.item_bias):
            nn.init.zeros_(emb.weight)

    def forward(self, u, i):
        dot = (self.users(u) * self.items(i)).sum(-1)
        return dot + self.user_bias(u).squeeze(-1) + self.item_bias(i).squeeze(-1)


def synthetic_ratings(n_users, n_items, n, seed):
    g = torch.Generator().manual_seed(seed)
    taste = torch.randn(n_users, 3, generator=g)
    trait = torch.randn(n_items, 3, generator=g)
    u = torch.randint(n_users, (n,), generator=g)
    i = torch.randint(n_items, (n,), generator=g)
    noise = 0.6 * torch.randn(n, generator=g)
    return u, i, (taste[u] * trait[i]).sum(-1) + noise
