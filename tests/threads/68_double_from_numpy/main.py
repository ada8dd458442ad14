"""Weather fields: the training windows are cast, the held-out ones are not (thread: pytorch#110803)."""
import torch

from fields import Archive, held_out, training
from net import Forecaster


@torch.compile(backend="eager")
def rmse(out, target):
    return (out - target).square().mean().sqrt()


def main():
    torch.manual_seed(0)
    archive = Archive(days=14, cells=6)
    model = Forecaster(6)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(2):
        for x, y in training(archive, window=3):
            loss = rmse(model(x), y)
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
        with torch.enable_grad():
            scores = [rmse(model(x), y).item() for x, y in held_out(archive, window=3)]
        print(f"{epoch} {loss.item():.4f} {sum(scores):.4f}")


if __name__ == "__main__":
    main()
