import random

import torch


def pad(rows):
    longest = max(len(row) for row in rows)
    ids = torch.tensor([row + [0] * (longest - len(row)) for row in rows])
    return ids, ids != 0


def sentences(batches, vocab, seed=9):
    rng = random.Random(seed)
    for i in range(batches):
        top = 7 + 3 * i
        rows = [[rng.randrange(1, vocab) for _ in range(rng.randint(4, top))] for _ in range(3)]
        rows.append([rng.randrange(1, vocab) for _ in range(top)])
        yield pad(rows)
