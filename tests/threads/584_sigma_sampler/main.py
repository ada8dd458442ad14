import torch

from pipeline import Pipeline
from scheduler import EulerScheduler
from unet import TinyUnet


def main():
    torch.manual_seed(4)
    pipe = Pipeline(TinyUnet().eval(), EulerScheduler())
    gen = torch.Generator().manual_seed(8)
    prompts = torch.randn(2, 12, generator=gen)
    image = pipe(prompts, 7, gen)
    print("mean %.3f" % image.mean().item())
    print("std %.3f" % image.std().item())


if __name__ == "__main__":
    main()
