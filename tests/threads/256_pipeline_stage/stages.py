from dataclasses import dataclass
from typing import Optional

import torch
from torch import nn

from layers import DecoderLayer, RMSNorm


@dataclass
class StageState:
    """What one pipeline stage hands to the next."""
    hidden: torch.Tensor
    mask: torch.Tensor
    residual: Optional[torch.Tensor] = None


class Stage(nn.Module):
    def __init__(self, dim, heads, experts, depth):
        super().__init__()
        self.layers = nn.ModuleList(
            DecoderLayer(dim, heads, experts) for _ in range(depth))

    def compile_layers(self, backend):
        for layer in self.layers:
            layer.compile(backend=backend)

    def forward(self, state):
        hidden, residual = state.hidden, state.residual
        for layer in self.layers:
            hidden, residual = layer(hidden, residual, state.mask)
        return StageState(hidden, state.mask, residual)


class Pipeline(nn.Module):
    def __init__(self, vocab=97, dim=32, heads=4, experts=4, depths=(2, 2)):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.stages = nn.ModuleList(Stage(dim, heads, experts, d) for d in depths)
        self.norm = RMSNorm(dim)
        self.score = nn.Linear(dim, 1)

    def first_state(self, tokens, lengths):
        width = tokens.shape[1]
        causal = torch.ones(width, width, dtype=torch.bool).tril()
        valid = torch.arange(width) < lengths[:, None]
        return StageState(self.embed(tokens), causal & valid[:, None, None, :])

    def forward(self, tokens, lengths):
        state = self.first_state(tokens, lengths)
        for stage in self.stages:
            state = stage(state)
        hidden, _ = self.norm(state.hidden, state.residual)
        last = hidden[torch.arange(len(tokens)), lengths - 1]
        return self.score(last).squeeze(-1)
