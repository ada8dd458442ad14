import torch
from torch import nn


class Schedule:
    def __init__(self, seed):
        self.generator = torch.Generator().manual_seed(seed)

    def noise_like(self, x):
        return torch.randn(x.shape, generator=self.generator)

    def step(self, predicted, x):
        return 0.9 * x - 0.1 * predicted + 0.1 * self.noise_like(x)


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(4, 4)
        self.schedule = Schedule(3)

    def forward(self, x):
        return self.schedule.step(self.proj(x), x)


def main():
    torch.manual_seed(0)
    model = Denoiser()
    denoise = torch.compile(model, backend="eager")
    x = torch.ones(2, 4)
    with torch.no_grad():
        for _ in range(3):
            x = denoise(x)
    print(round(x.sum().item(), 4))


main()
