import torch

from denoiser import PatchDenoiser
from patching import GridPatching
from sampler import PatchSampler, SamplerConfig


def forecast(day, gen):
    base = torch.randn(2, 2, 16, 24, generator=gen)
    for lead in (1.5, 6.0, 13.5, 24.0):
        yield lead, base * (1 + 0.1 * day) + 0.02 * lead


def main():
    torch.manual_seed(8)
    patching = GridPatching(16, 24, 8)
    net = torch.compile(PatchDenoiser(2, 16, 24).eval(), backend="aot_eager")
    sampler = PatchSampler(net, patching, SamplerConfig())
    gen = torch.Generator().manual_seed(1)
    for day in range(2):
        for lead, coarse in forecast(day, gen):
            noise = torch.randn(coarse.shape, generator=gen)
            fine = sampler.sample(coarse, noise, lead)
            print(day, lead, f"{fine.mean().item():.5f} {fine.std().item():.5f}")


if __name__ == "__main__":
    main()
