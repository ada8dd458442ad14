import torch

from enhance import augment
from params import AugmentConfig, ParamSampler


class AugmentStage:
    def __init__(self, cfg, seed=0):
        self.sampler = ParamSampler(cfg, seed)
        self.apply = torch.compile(augment, backend="aot_eager", fullgraph=True)

    def __call__(self, img):
        return self.apply(img, self.sampler(img.size(0)))


def image_batches(count, generator, shape=(8, 3, 32, 32)):
    for _ in range(count):
        yield torch.rand(shape, generator=generator)


def main():
    gen = torch.Generator().manual_seed(11)
    stage = AugmentStage(AugmentConfig(), seed=12)
    for i, img in enumerate(image_batches(3, gen)):
        out = stage(img)
        print(f"batch {i} mean {out.mean().item():.6f} std {out.std().item():.6f}")


if __name__ == "__main__":
    main()
