"""Fit a forecaster on two sites' load curves."""
import torch

from data import Loader, SiteDataset
from model import Forecaster


def run(model, loader, opt):
    total = 0.0
    for batch in loader:
        loss = model(batch)
        loss.backward()
        opt.step()
        opt.zero_grad()
        total += loss.item()
    return total / len(loader)


def main():
    torch.manual_seed(0)
    model = Forecaster(window=24, width=16)
    model.compile(backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    north = SiteDataset("north", n=16, seed=1)
    south = SiteDataset("south", n=16, seed=2, holidays=(3, 11))
    loader = Loader([north, south], batch_size=4)
    for epoch in range(3):
        print(f"epoch {epoch}  loss {run(model, loader, opt):.5f}")
    print("sites", ", ".join(f"{k}={v}" for k, v in loader.seen.items()))


if __name__ == "__main__":
    main()
