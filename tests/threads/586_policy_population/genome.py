import random
from dataclasses import dataclass

import torch

from policy import Policy


@dataclass
class Genome:
    seed: int
    leak: float
    score: float = 0.0

    def mutate(self, rng):
        leak = min(0.9, max(0.01, self.leak + rng.gauss(0.0, 0.05)))
        return Genome(seed=self.seed + rng.randrange(1, 1000), leak=leak)


def founders(n, seed):
    rng = random.Random(seed)
    return [Genome(seed=i, leak=rng.uniform(0.02, 0.4)) for i in range(n)], rng


def express(genome):
    torch.manual_seed(genome.seed)
    return Policy(obs_dim=3, act_dim=1, hidden=16, leak=genome.leak)


def select(pop, keep):
    return sorted(pop, key=lambda g: g.score, reverse=True)[:keep]
