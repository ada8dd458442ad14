import random

import torch

SOURCES = [
    ("price", "clicks"),
    ("price", "clicks", "geo"),
    ("price", "clicks", "ref"),
    ("price", "clicks", "geo", "ref"),
    ("price", "clicks"),
]


def shards(rows, seed=12):
    """One shard per upstream source."""
    rng = random.Random(seed)
    for fields in SOURCES:
        table = []
        for _ in range(rows):
            full = {
                "price": [rng.random()],
                "clicks": [rng.random(), rng.random()],
                "geo": [rng.random() - 0.5, rng.random() - 0.5],
                "ref": [float(rng.randrange(2)) for _ in range(3)],
            }
            table.append({k: full[k] for k in fields})
        labels = torch.tensor([float(row["price"][0] + row["clicks"][0] > 1) for row in table])
        yield table, labels
