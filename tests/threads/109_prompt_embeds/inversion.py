"""Textual inversion: fit the vectors of a new concept."""
import torch
from torch import nn


def distance(vectors, goal):
    return (vectors.mean(0) - goal).pow(2).sum()


def invert(start, goal, steps, lr=0.5):
    vectors = nn.Parameter(start.clone())
    opt = torch.optim.SGD([vectors], lr=lr)
    for _ in range(steps):
        loss = distance(vectors, goal)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return vectors.requires_grad_(False)
