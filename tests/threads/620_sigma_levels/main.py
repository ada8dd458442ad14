import torch

from denoiser import Denoiser
from sampler import EulerSampler
from schedule import Levels


def summary(name, values):
    print("%s mean %.4f std %.4f" % (name, values.mean().item(), values.std().item()))


def main():
    torch.manual_seed(6)
    gen = torch.Generator().manual_seed(13)
    sampler = EulerSampler(Denoiser(channels=3).eval(), Levels(steps=9))
    for round_index in range(2):
        images = sampler.sample((4, 25, 3), gen)
        summary(f"round {round_index}", images)
    print("steps", len(sampler.levels))


if __name__ == "__main__":
    main()
