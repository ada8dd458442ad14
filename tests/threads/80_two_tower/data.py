import random


def impressions(steps, size, seed=5):
    """Raw log rows as a list of dicts, a list per training step."""
    rng = random.Random(seed)
    for _ in range(steps):
        yield [
            {
                "user": rng.randrange(50),
                "item": rng.randrange(80),
                "age": rng.random(),
                "hour": rng.randrange(24) / 24,
                "weight": 1.0 + (rng.random() < 0.2),
            }
            for _ in range(size)
        ]
