import torch

from denoiser import Denoiser
from levels import cosine_levels, describe
from trainer import Trainer

STEPS = 6


def make_batches(count):
    gen = torch.Generator().manual_seed(9)
    basis = torch.randn(3, 8, generator=gen)
    for _ in range(count):
        clean = torch.randn(16, 3, generator=gen) @ basis
        yield clean, torch.randn(16, 8, generator=gen)


def main():
    torch.manual_seed(1)
    trainer = Trainer(Denoiser(STEPS)).fit(make_batches(STEPS))
    print(describe(cosine_levels(STEPS)))
    print("losses", [round(v, 4) for v in trainer.history])
    print("best step", trainer.best())


if __name__ == "__main__":
    main()
