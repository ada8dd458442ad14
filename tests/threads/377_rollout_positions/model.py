import torch
from torch import nn

from batching import PAD


class TinyPolicy(nn.Module):
    def __init__(self, vocab=40, dim=32, heads=4, max_pos=64):
        super().__init__()
        self.tok = nn.Embedding(vocab, dim)
        self.pos = nn.Embedding(max_pos, dim)
        self.attn = nn.MultiheadAttention(dim, heads, batch_first=True)
        self.norm = nn.LayerNorm(dim)
        self.cell = nn.GRUCell(dim, dim)
        self.head = nn.Linear(dim, vocab)

    def prefill(self, tokens, input_pos):
        x = self.tok(tokens) + self.pos(input_pos)
        hidden, _ = self.attn(x, x, x, key_padding_mask=tokens == PAD, need_weights=False)
        state = self.norm(x + hidden)[:, -1]
        return self.head(state), state

    def decode(self, token, position, state):
        state = self.cell(self.tok(token) + self.pos(position), state)
        return self.head(state), state
