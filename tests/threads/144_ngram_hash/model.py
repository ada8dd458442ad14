import torch
from torch import nn

from ngramlib import bucket_ids


class LangId(nn.Module):
    def __init__(self, dim, buckets, classes):
        super().__init__()
        self.buckets = buckets
        self.emb = nn.EmbeddingBag(buckets, dim, mode="mean")
        self.head = nn.Linear(dim, classes)

    def forward(self, batch):
        ids, offsets = bucket_ids(batch["words"], self.buckets)
        return self.head(torch.tanh(self.emb(ids, offsets)))
