import torch
from torch import nn

from layers import DecoderLayer
from recorder import Store, install, release


class Captioner(nn.Module):
    def __init__(self, vocab=30, width=24, depth=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.decoder = nn.ModuleList(DecoderLayer(width) for _ in range(depth))
        self.head = nn.Linear(width, vocab)

    def decode(self, tokens, audio):
        x = self.embed(tokens)
        for layer in self.decoder:
            x = layer(x, audio)
        return self.head(x)

    def forward(self, tokens, audio):
        store = Store()
        handles = install(self.decoder, store)
        logits = self.decode(tokens, audio)
        release(handles)
        energy = torch.stack([v.pow(2).mean() for v in store.values()])
        return logits, energy
