from dataclasses import dataclass

import torch


@dataclass
class PackedBatch:
    tokens: torch.Tensor
    cu_seqlens: torch.Tensor
    max_seqlen: int


class PackingCollator:
    """Lays several documents end to end in one row of a fixed number of tokens."""

    def __init__(self, row_tokens=64, docs=4, context=32, pad_id=0):
        self.row_tokens, self.docs, self.context, self.pad_id = row_tokens, docs, context, pad_id

    def truncate(self, documents):
        room = self.row_tokens
        for doc in documents[:self.docs]:
            doc = doc[:min(self.context, room)]
            room -= len(doc)
            yield doc

    def __call__(self, documents):
        docs = list(self.truncate(documents))
        lengths = torch.tensor([len(d) for d in docs])
        tokens = torch.full((self.row_tokens,), self.pad_id)
        tokens[:int(lengths.sum())] = torch.cat(docs)
        cu_seqlens = torch.cat([torch.zeros(1, dtype=torch.long), lengths.cumsum(0)])
        return PackedBatch(tokens, cu_seqlens, lengths.max().item())


def corpus(n, vocab, gen):
    """Documents that count upwards from a random token, each with its own length."""
    for _ in range(n):
        length = int(torch.randint(6, 30, (), generator=gen))
        start = torch.randint(1, vocab, (), generator=gen)
        yield 1 + (start + torch.arange(length)) % (vocab - 1)
