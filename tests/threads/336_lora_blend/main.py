import torch
from torch import nn

from lora import inject
from sampler import AdapterFade, EulerSampler


class Denoiser(nn.Module):
    def __init__(self, dim=8, width=32):
        super().__init__()
        self.time = nn.Linear(1, width)
        self.inp = nn.Linear(dim, width)
        self.mid = nn.Sequential(nn.Linear(width, width), nn.SiLU(), nn.Linear(width, width))
        self.out = nn.Linear(width, dim)

    def forward(self, x, sigma):
        scale = (sigma**2 + 1).rsqrt()[:, None]
        h = self.inp(x * scale) + self.time(sigma.log()[:, None] / 4)
        return x * scale**2 + self.out(h + self.mid(h)) * sigma[:, None] * scale


def main():
    torch.manual_seed(2)
    model = inject(Denoiser(), ["ink", "oil"]).eval()
    denoise = torch.compile(model, backend="aot_eager")
    sampler = EulerSampler(steps=7)
    for pair in (("ink", "oil"), ("oil", "ink")):
        out = sampler.sample(denoise, (5, 8), on_step=[AdapterFade(model, *pair)])
        print(f"{pair[0]} to {pair[1]}: mean {out.mean():.5f} std {out.std():.5f}")
        print("  first", " ".join(f"{v:+.4f}" for v in out[0].tolist()))


if __name__ == "__main__":
    main()
