import torch

from network import Denoiser
from sampler import EulerSampler
from schedule import ScheduleConfig


class Trace:
    def __init__(self, every: int = 2):
        self.every = every
        self.lines: list[str] = []

    def __call__(self, i: int, sigma: float, x: torch.Tensor) -> None:
        if i % self.every == 0:
            self.lines.append(f"step {i} sigma {sigma:.4f} std {x.std().item():.5f}")


def main() -> None:
    torch.manual_seed(11)
    sampler = EulerSampler(Denoiser(), ScheduleConfig())
    print(f"{len(sampler.sigmas)} steps")
    for seed in (1, 2):
        trace = Trace()
        images = sampler.sample((2, 3, 12, 12), seed, trace)
        print("\n".join(trace.lines))
        print(f"seed {seed}: mean {images.mean().item():.6f} max {images.abs().max().item():.6f}")


if __name__ == "__main__":
    main()
