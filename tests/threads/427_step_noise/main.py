import torch
from torch import nn

from random_utils import seeded
from schedulers import AncestralConfig, EulerAncestral


class Denoiser(nn.Module):
    def __init__(self, channels=2, width=8):
        super().__init__()
        self.inp = nn.Conv2d(channels, width, 3, padding=1)
        self.emb = nn.Linear(1, width)
        self.out = nn.Conv2d(width, channels, 3, padding=1)

    def forward(self, x, sigma):
        scale = (sigma ** 2 + 1).rsqrt()
        emb = self.emb(sigma.log().view(1, 1) / 4)
        h = nn.functional.silu(self.inp(x * scale) + emb[..., None, None])
        return x * scale ** 2 + self.out(h) * sigma * scale


class Pipeline:
    def __init__(self, model, scheduler, backend="aot_eager"):
        self.model, self.scheduler = model, scheduler
        self.denoise = torch.compile(self.denoise_step, backend=backend)

    def denoise_step(self, x, sigma, sigma_next):
        return self.scheduler.step(self.model(x, sigma), x, sigma, sigma_next)

    @torch.no_grad()
    def __call__(self, batch, size=8, callback=None):
        x = self.scheduler.init((batch, 2, size, size))
        sigmas = self.scheduler.sigmas
        for i in range(len(sigmas) - 1):
            x = self.denoise(x, sigmas[i], sigmas[i + 1])
            if callback is not None:
                callback(i, x)
        return x


def main():
    torch.manual_seed(0)
    model = Denoiser().eval()
    for seeds in ([7], [8]):
        scheduler = EulerAncestral(AncestralConfig(), generator=seeded(seeds[0]))
        pipe = Pipeline(model, scheduler)
        sample = pipe(3, callback=lambda i, x: print(f"  step {i} std {x.std().item():.5f}"))
        print(f"seed {seeds} mean {sample.mean().item():.5f} max {sample.max().item():.5f}")


if __name__ == "__main__":
    main()
