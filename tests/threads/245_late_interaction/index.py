"""A block-wise token index: a bulk build at start-up, small additions later."""
from dataclasses import dataclass

import torch

from encoder import PAD, tokenize


@dataclass
class Block:
    names: list
    tokens: torch.Tensor
    mask: torch.Tensor


class TokenIndex:
    def __init__(self, encoder, doc_len=10, block_size=4):
        self.encoder = encoder
        self.doc_len, self.block_size = doc_len, block_size
        self.blocks = []
        self.pending = []

    def _encode(self, docs):
        names, texts = zip(*docs)
        ids = tokenize(texts, self.doc_len)
        mask = ids.ne(PAD)
        return Block(list(names), self.encoder(ids), mask)

    @torch.inference_mode()
    def build(self, docs):
        for start in range(0, len(docs), self.block_size):
            self.blocks.append(self._encode(docs[start:start + self.block_size]))
        return self

    @torch.no_grad()
    def add(self, name, text):
        self.pending.append((name, text))
        if len(self.pending) == self.block_size:
            self.blocks.append(self._encode(self.pending))
            self.pending = []

    def __len__(self):
        return sum(len(b.names) for b in self.blocks)
