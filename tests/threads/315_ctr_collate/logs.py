"""Synthetic impression log: one record per request."""
import random
from dataclasses import dataclass, field

FIELDS = {"user": 64, "item": 128, "category": 12, "device": 4, "hour": 24}


@dataclass
class Record:
    label: int
    ids: dict = field(default_factory=dict)


def read_records(count, seed=0):
    rng = random.Random(seed)
    names = list(FIELDS)
    for _ in range(count):
        rng.shuffle(names)
        rec = Record(label=int(rng.random() < 0.3))
        for name in names:
            rec.ids[name] = rng.randrange(FIELDS[name])
        yield rec


def chunked(records, size):
    chunk = []
    for rec in records:
        chunk.append(rec)
        if len(chunk) == size:
            yield chunk
            chunk = []
