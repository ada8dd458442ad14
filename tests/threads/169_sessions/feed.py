import random

from collate import collate, pad_left

N_ITEMS, N_CATEGORIES, LENGTH = 30, 5, 6


def vocabulary():
    return {"item": N_ITEMS, "category": N_CATEGORIES}


def session(rng):
    n = rng.randint(2, LENGTH)
    start = rng.randrange(N_ITEMS)
    items = [(start + 3 * k) % N_ITEMS for k in range(n + 1)]
    return {
        "item": pad_left(items[:-1], LENGTH),
        "category": pad_left([i % N_CATEGORIES for i in items[:-1]], LENGTH),
        "dwell": pad_left([rng.random() for _ in items[:-1]], LENGTH, 0.0),
        "target": items[-1],
    }


def session_batches(n, size, seed):
    rng = random.Random(seed)
    for _ in range(n):
        yield collate([session(rng) for _ in range(size)])
