"""Search space: what a trial may choose, and how a trial is built from it."""
import functools
import random
from dataclasses import dataclass

import losses


@dataclass(frozen=True)
class Trial:
    number: int
    lr: float
    delta: float
    width: int
    momentum: float

    def loss(self):
        return functools.partial(losses.huber, delta=self.delta)

    def penalty(self):
        return functools.partial(losses.ridge, weight=1e-4)

    def label(self):
        return f"#{self.number} lr={self.lr:.3f} delta={self.delta:.2f}"


class Sampler:
    def __init__(self, seed, width=24):
        self.rng = random.Random(seed)
        self.width = width
        self.count = 0

    def ask(self):
        self.count += 1
        deltas = list(losses.NORM)
        return Trial(self.count, 10 ** self.rng.uniform(-2.5, -1.2), deltas[self.count % len(deltas)],
                     self.width, self.rng.choice([0.8, 0.9]))


def halving(scores, keep):
    """Numbers of the trials that survive."""
    return [n for n, _ in sorted(scores.items(), key=lambda kv: kv[1])[:keep]]
