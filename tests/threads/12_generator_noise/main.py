"""A denoiser whose noise is the same for each batch (pytorch#88576, pytorch#92633)."""
import torch
import torch.nn as nn

from noise import NoiseSource


class Denoiser(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.fc1 = nn.Linear(dim + 1, 24)
        self.fc2 = nn.Linear(24, dim)
        self.source = NoiseSource(seed=7)

    def corrupt(self, x, t):
        noise = self.source.like(x)
        return t * noise + (1 - t) * x, noise

    def forward(self, x, t):
        noisy, noise = self.corrupt(x, t)
        h = torch.cat([noisy, t], dim=1)
        pred = self.fc2(nn.functional.silu(self.fc1(h)))
        return (pred - noise).square().mean(1)


@torch.compile(backend="eager")
def weighted(error, t):
    weight = 1 / (0.1 + t.squeeze(1))
    return (error * weight).sum() / weight.sum()


@torch.compile(backend="eager")
def stratified(u, n: int):
    return ((torch.arange(n) + u) / n)[:, None]


def main():
    torch.manual_seed(0)
    model = Denoiser()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(4):
        x = torch.randn(6, 8)
        t = stratified(torch.rand(6), 6)
        loss = weighted(net(x, t), t)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.5f}")


if __name__ == "__main__":
    main()
