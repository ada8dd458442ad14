import torch

from blocks import Denoiser, sigmas
from patcher import Patcher, random_adapter


@torch.no_grad()
def sample(model, x, steps):
    schedule = sigmas(steps)
    for now, after in zip(schedule[:-1], schedule[1:]):
        direction = (x - model(x, now)) / now
        x = x + direction * (after - now)
    return x


def main():
    torch.manual_seed(4)
    generator = torch.Generator().manual_seed(9)
    model = Denoiser(width=24, depth=6).eval()
    patcher = Patcher(model)
    keys = ["blocks.%d.proj" % i for i in range(6)]
    patcher.load(random_adapter(keys, 24, 4, generator), strength=0.7)
    patcher.apply()
    model.compile_blocks("aot_eager")
    result = sample(model, torch.randn(3, 24, generator=generator), steps=5)
    print("patches", patcher.count())
    print("mean %.4f" % result.mean().item())
    print("std %.4f" % result.std().item())


if __name__ == "__main__":
    main()
