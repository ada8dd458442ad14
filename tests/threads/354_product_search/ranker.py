from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Query:
    text: str
    user: torch.Tensor


class TextTower(nn.Module):
    def __init__(self, tokenizer, dim):
        super().__init__()
        self.tokenizer = tokenizer
        self.table = nn.Embedding(tokenizer.buckets, dim, padding_idx=0)
        self.proj = nn.Linear(dim, dim)

    def forward(self, text):
        ids = self.tokenizer(text)
        known = (ids > 0).float()[:, None]
        pooled = (self.table(ids) * known).sum(0) / known.sum().clamp(min=1.0)
        return self.proj(pooled)


class Ranker(nn.Module):
    def __init__(self, tokenizer, dim=24, user_dim=8, doc_dim=16):
        super().__init__()
        self.text = TextTower(tokenizer, dim)
        self.user = nn.Linear(user_dim, dim)
        self.doc = nn.Sequential(nn.Linear(doc_dim, dim), nn.ReLU(), nn.Linear(dim, dim))
        self.temperature = nn.Parameter(torch.tensor(1.5))

    def forward(self, query, docs):
        q = self.text(query.text) + torch.tanh(self.user(query.user))
        d = self.doc(docs)
        scores = nn.functional.cosine_similarity(q[None], d, dim=-1)
        return scores * self.temperature.exp()
