import torch
from torch import nn


class BagCollection(nn.Module):
    """Mean-pooled embeddings, one vector for each (feature, user) bag."""

    def __init__(self, vocab, width):
        super().__init__()
        self.table = nn.Embedding(vocab, width)

    def forward(self, ids, counts):
        rows = self.table(ids)
        return torch.stack([part.mean(0) for part in rows.split(counts)])


def interact(dense):
    scores = dense @ dense.transpose(1, 2)
    i, j = torch.triu_indices(dense.shape[1], dense.shape[1], offset=1)
    return scores[:, i, j]
