import torch
from torch import nn

from optim import NesterovSGD, OptimConfig
from schedules import Plateau, Warmup


def make_data(n=256, dim=12, seed=3):
    gen = torch.Generator().manual_seed(seed)
    x = torch.randn(n, dim, generator=gen)
    w = torch.randn(dim, 1, generator=gen)
    y = torch.tanh(x @ w) + 0.3 * torch.randn(n, 1, generator=gen)
    return (x[:192], y[:192]), (x[192:], y[192:])


def run_epoch(model, opt, warmup, data, batch=48):
    x, y = data
    total = 0.0
    for i in range(0, len(x), batch):
        loss = nn.functional.mse_loss(model(x[i:i + batch]), y[i:i + batch])
        opt.zero_grad()
        loss.backward()
        opt.step()
        warmup.step()
        total += loss.item()
    return total * batch / len(x)


def main():
    torch.manual_seed(0)
    train, val = make_data()
    model = nn.Sequential(nn.Linear(12, 24), nn.Tanh(), nn.Linear(24, 1))
    opt = NesterovSGD(model.named_parameters(), OptimConfig())
    warmup = Warmup(opt, steps=6)
    plateau = Plateau(opt)
    for epoch in range(14):
        train_loss = run_epoch(model, opt, warmup, train)
        with torch.no_grad():
            val_loss = nn.functional.mse_loss(model(val[0]), val[1]).item()
        plateau.step(val_loss)
        print(f"epoch {epoch:2d} train {train_loss:.4f} val {val_loss:.4f} lr {opt.groups[0]['lr']:.5f}")


if __name__ == "__main__":
    main()
