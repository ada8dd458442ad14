import torch
import torch.nn as nn

from optim import SmallAdamW
from schedule import WarmupCosine


def spectra(count, points=32):
    grid = torch.linspace(0, 1, points)
    center = torch.rand(count, 1)
    width = 0.05 + 0.1 * torch.rand(count, 1)
    return torch.exp(-(((grid - center) / width) ** 2)) + 0.02 * torch.randn(count, points)


class Denoiser(nn.Module):
    def __init__(self, points=32):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(points, points, bias=False) for _ in range(3))

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = torch.tanh(layer(x)) + x
        return self.layers[-1](x)


def main(epochs=12):
    torch.manual_seed(2)
    data = spectra(256)
    model = Denoiser()
    optimizer = SmallAdamW(model.parameters(), lr=0.01)
    schedule = WarmupCosine(optimizer, warmup=3, total=epochs)
    for epoch in range(epochs):
        total = 0.0
        for batch in data.split(64):
            noisy = batch + 0.2 * torch.randn_like(batch)
            loss = (model(noisy) - batch).square().mean()
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            total += loss.item()
        schedule.step()
        if epoch % 4 == 3:
            print(f"epoch {epoch} loss {total / 4:.4f}")
    print(f"weight norm {sum(p.norm().item() for p in model.parameters()):.3f}")


if __name__ == "__main__":
    main()
