from dataclasses import dataclass

import torch

from noise import MirroredNoise
from objectives import REGISTRY


@dataclass
class ESConfig:
    objective: str = "rastrigin"
    dim: int = 8
    population: int = 32
    sigma: float = 0.1
    lr: float = 0.05
    momentum: float = 0.9
    weight_decay: float = 1e-3
    base_seed: int = 42
    backend: str = "aot_eager"


def centered_ranks(values):
    ranks = values.argsort().argsort().to(values.dtype)
    return ranks / (values.numel() - 1) - 0.5


class EvolutionStrategy:
    def __init__(self, cfg):
        self.cfg = cfg
        self.objective = REGISTRY[cfg.objective]
        self.noise = MirroredNoise(cfg.population, cfg.base_seed)
        self.theta = torch.linspace(-1.5, 1.5, cfg.dim)
        self.velocity = torch.zeros(cfg.dim)
        self.generation = 0
        self._estimate = torch.compile(self.estimate, backend=cfg.backend)

    def estimate(self, theta, seed):
        eps = self.noise.directions(self.cfg.dim, seed)
        fitness = self.objective(theta + self.cfg.sigma * eps)
        weights = centered_ranks(fitness)
        gradient = weights @ eps / (self.cfg.population * self.cfg.sigma)
        return gradient + self.cfg.weight_decay * theta, fitness

    def step(self):
        seed = self.noise.seed(self.generation)
        gradient, fitness = self._estimate(self.theta, seed)
        self.velocity = self.cfg.momentum * self.velocity + gradient
        self.theta = self.theta - self.cfg.lr * self.velocity
        self.generation += 1
        return fitness
