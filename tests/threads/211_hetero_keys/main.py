"""Predicts a score for papers from their sampled heterogeneous neighbourhood."""
from functools import partial

import torch

from graphs import WIDTHS, NeighborSampler, collate
from hetero import Regressor


def huber(prediction, target, delta=1.0):
    error = (prediction - target).abs()
    return torch.where(error < delta, 0.5 * error**2, delta * (error - 0.5 * delta))


def loss_fn(model, criterion, stores, target):
    return criterion(model(stores), target)


class Fit:
    compile_options = {"backend": "eager"}

    def __init__(self, model, lr):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)
        self.loss = torch.compile(partial(loss_fn, model, huber), **self.compile_options)

    def epoch(self, loader):
        total = 0.0
        for stores, target in map(collate, loader):
            loss = self.loss(stores, target)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            total += loss.item()
        return total / loader.count


def main():
    torch.manual_seed(37)
    fit = Fit(Regressor(WIDTHS), lr=0.05)
    for epoch in range(2):
        print(f"epoch {epoch} loss {fit.epoch(NeighborSampler(6, seed=41)):.5f}")
    weight = fit.model.encoder.project["venue"].weight
    print(f"venue norm {weight.norm().item():.5f}")


if __name__ == "__main__":
    main()
