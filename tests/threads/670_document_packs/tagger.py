import torch
import torch.nn.functional as F
from torch import nn


def pool_documents(hidden, batch):
    pieces = torch.split(hidden, batch.lengths)
    return torch.stack([piece.mean(dim=0) for piece in pieces])


class TopicModel(nn.Module):
    def __init__(self, vocab, topics, width=32, max_positions=32):
        super().__init__()
        self.words = nn.Embedding(vocab, width)
        self.places = nn.Embedding(max_positions, width)
        self.mix = nn.Sequential(nn.Linear(width, width), nn.SiLU(), nn.Linear(width, width))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, topics)

    def forward(self, batch):
        hidden = self.words(batch.tokens) + self.places(batch.positions)
        hidden = self.norm(hidden + self.mix(hidden))
        return self.head(pool_documents(hidden, batch))

    def loss(self, batch):
        return F.cross_entropy(self(batch), batch.labels)
