"""Second order interactions between field embeddings."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def pad_to(vec, width):
    return F.pad(vec, (0, width - vec.shape[-1]))


def align(vectors):
    """Field embeddings as one (batch, fields, dim) tensor."""
    try:
        return torch.stack(vectors, dim=1)
    except RuntimeError:
        width = max(v.shape[-1] for v in vectors)
        return torch.stack([pad_to(v, width) for v in vectors], dim=1)


class BiInteraction(nn.Module):
    def __init__(self, dropout=0.0):
        super().__init__()
        self.dropout = nn.Dropout(dropout)

    def forward(self, vectors):
        x = align(vectors)
        square_of_sum = x.sum(dim=1).pow(2)
        sum_of_square = x.pow(2).sum(dim=1)
        return self.dropout(0.5 * (square_of_sum - sum_of_square))
