from collections import defaultdict

import torch

from logs import FIELDS, chunked, read_records


class Collator:
    """Turns a chunk of records into per-field id columns and a label vector."""

    def __init__(self, dtype=torch.long):
        self.dtype = dtype
        self.seen = 0

    def columns(self, records):
        cols = defaultdict(list)
        for rec in records:
            for name, value in rec.ids.items():
                cols[name].append(value)
        return cols

    def __call__(self, records):
        self.seen += len(records)
        cols = self.columns(records)
        missing = set(FIELDS) - set(cols)
        if missing:
            raise KeyError(f"log lacks fields: {sorted(missing)}")
        ids = {name: torch.tensor(vals, dtype=self.dtype) for name, vals in cols.items()}
        labels = torch.tensor([rec.label for rec in records], dtype=torch.float32)
        return ids, labels


def batches(steps, size, seed):
    collate = Collator()
    for chunk in chunked(read_records(steps * size, seed), size):
        yield collate(chunk)
