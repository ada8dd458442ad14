import torch

from model import DecompForecaster, make_windows
from optim import MomentumSGD
from schedule import PlateauDecay


def main(epochs=16, batch=32):
    torch.manual_seed(5)
    x, y = make_windows(256, window=24, horizon=6)
    train, valid = slice(0, 192), slice(192, None)
    model = DecompForecaster(24, 6)
    optimizer = MomentumSGD(model.parameters(), lr=0.02, weight_decay=1e-4)
    plateau = PlateauDecay(optimizer)

    for epoch in range(epochs):
        order = torch.randperm(192)
        for idx in order.split(batch):
            loss = (model(x[train][idx]) - y[train][idx]).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            error = (model(x[valid]) - y[valid]).abs().mean().item()
        mark = " *" if plateau.step(error) else ""
        print(f"{epoch:2d} mae {error:.5f} lr {float(optimizer.groups[0]['lr']):.5f}{mark}")


if __name__ == "__main__":
    main()
