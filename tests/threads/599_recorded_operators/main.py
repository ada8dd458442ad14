import torch

from operators import BurgersOperator
from recording import summarize


def burgers_pairs(count=8, points=32, steps=20, nu=0.02, dt=0.005, seed=2):
    gen = torch.Generator().manual_seed(seed)
    x = torch.arange(points) / points
    amp = torch.randn(count, 2, generator=gen)
    start = amp[:, :1] * torch.sin(2 * torch.pi * x) + 0.5 * amp[:, 1:] * torch.cos(4 * torch.pi * x)
    u, dx = start.clone(), 1.0 / points
    for _ in range(steps):
        left, right = u.roll(1, -1), u.roll(-1, -1)
        u = u + dt * (nu * (left - 2 * u + right) / dx ** 2 - u * (right - left) / (2 * dx))
    return start, u


def main():
    torch.manual_seed(0)
    model = BurgersOperator()
    for layer in model.layers:
        layer.compile(backend="aot_eager")
    opt = torch.optim.Adam(model.parameters(), lr=0.005)
    start, end = burgers_pairs()
    for _ in range(6):
        pred, records = model(start)
        loss = (pred - end).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print("loss", round(loss.item(), 4))
    for name, value in summarize(records).items():
        print(name, round(value, 4))


if __name__ == "__main__":
    main()
