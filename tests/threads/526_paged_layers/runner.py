import torch
from torch import nn

from kv_pool import KVPool
from layers import DecoderLayer


class Backbone(nn.Module):
    def __init__(self, vocab, width, depth):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.layers = nn.ModuleList(DecoderLayer(width, i) for i in range(depth))
        self.head = nn.Linear(width, vocab)

    def compile_regions(self):
        for layer in self.layers:
            layer.compile(backend="aot_eager", fullgraph=True)

    def forward(self, tokens, where, visible, kv_caches):
        x = self.embed(tokens)
        for layer in self.layers:
            x = layer(x, where, visible, kv_caches)
        return self.head(x)


class Runner:
    def __init__(self, vocab=48, width=24, depth=6, slots=32, rows=4):
        self.model = Backbone(vocab, width, depth).eval()
        self.model.compile_regions()
        self.pool = KVPool(depth, slots, width)
        self.rows = rows

    @torch.no_grad()
    def step(self, tokens, turn):
        where = torch.arange(self.rows) + turn * self.rows
        owner = torch.arange(self.pool.slots) % self.rows
        age = torch.arange(self.pool.slots) // self.rows
        visible = (owner[None] == torch.arange(self.rows)[:, None]) & (age[None] <= turn)
        logits = self.model(tokens, where, visible, self.pool.tensors())
        return logits.argmax(-1)
