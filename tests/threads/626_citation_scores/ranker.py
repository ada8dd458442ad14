import torch
import torch.nn.functional as F
from torch import nn

from edges import edge_softmax, sources, weighted_sum


class GraphAttention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.project = nn.Linear(width, width)
        self.ask = nn.Linear(width, 1)
        self.answer = nn.Linear(width, 1)

    def forward(self, x, starts, targets):
        h = self.project(x)
        rows = sources(starts, targets.shape[0])
        scores = F.leaky_relu(self.ask(h)[rows] + self.answer(h)[targets], 0.2).squeeze(-1)
        weights = edge_softmax(scores, rows, x.shape[0])
        return x + torch.tanh(weighted_sum(weights, starts, targets, h))


class Ranker(nn.Module):
    def __init__(self, inputs, width, layers):
        super().__init__()
        self.read = nn.Linear(inputs, width)
        self.layers = nn.ModuleList(GraphAttention(width) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.score = nn.Linear(width, 1)

    def forward(self, features, starts, targets):
        x = torch.relu(self.read(features))
        for layer in self.layers:
            x = layer(x, starts, targets)
        return self.score(self.norm(x)).squeeze(-1)
