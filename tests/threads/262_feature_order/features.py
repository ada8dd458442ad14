import random
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class SparseFeature:
    name: str
    vocab: int
    dim: int = 8


SCHEMA = (
    SparseFeature("user", 50),
    SparseFeature("item", 80),
    SparseFeature("shop", 12),
    SparseFeature("hour", 24),
)


def synthetic_log(n, seed=7):
    rng = random.Random(seed)
    rows = []
    for _ in range(n):
        names = [f.name for f in SCHEMA]
        rng.shuffle(names)
        vocab = {f.name: f.vocab for f in SCHEMA}
        row = {name: rng.randrange(vocab[name]) for name in names}
        row["clicked"] = float(row["item"] % 3 == row["user"] % 3)
        rows.append(row)
    return rows


class Collator:
    """Turns a list of log rows into a dict of id tensors and the labels."""

    def __init__(self, label="clicked"):
        self.label = label

    def __call__(self, rows):
        columns = {}
        for row in rows:
            for name, value in row.items():
                columns.setdefault(name, []).append(value)
        labels = torch.tensor(columns.pop(self.label))
        return {name: torch.tensor(ids) for name, ids in columns.items()}, labels


def batches(rows, batch_size, collate):
    for start in range(0, len(rows) - batch_size + 1, batch_size):
        yield collate(rows[start:start + batch_size])
