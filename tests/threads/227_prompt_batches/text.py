from typing import List, NamedTuple, Optional

import torch


class Prompts(NamedTuple):
    ids: torch.Tensor
    mask: Optional[torch.Tensor]


class WordTokenizer:
    def __init__(self, max_length=10):
        self.max_length = max_length
        self.vocab = {"<pad>": 0, "<unk>": 1}

    def fit(self, texts):
        for text in texts:
            for word in text.split():
                self.vocab.setdefault(word, len(self.vocab))
        return self

    def encode(self, text):
        return [self.vocab.get(w, 1) for w in text.split()][: self.max_length]

    def __call__(self, texts: List[str]) -> Prompts:
        rows = [self.encode(t) for t in texts]
        ids = torch.zeros(len(rows), self.max_length, dtype=torch.long)
        mask = torch.zeros(len(rows), self.max_length, dtype=torch.bool)
        for i, row in enumerate(rows):
            ids[i, : len(row)] = torch.tensor(row)
            mask[i, : len(row)] = True
        return Prompts(ids, compact(mask))

    def decode(self, ids):
        words = {i: w for w, i in self.vocab.items()}
        return " ".join(words[i] for i in ids.tolist() if i)


def compact(mask):
    if mask.all():
        return None
    return mask
