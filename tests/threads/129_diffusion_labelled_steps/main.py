"""Sample 2-D point clouds with a tiny diffusion model, then look at the norms on the way."""
import torch

from model import NoiseNet
from sampler import Sampler
from schedule import Schedule


def main():
    torch.manual_seed(33)
    sampler = Sampler(NoiseNet(width=32), Schedule(steps=6))
    for seed in (0, 1):
        points, record = sampler.sample(64, seed)
        print(f"seed {seed} spread {points.std().item():.4f} centre {points.mean().item():.4f}")
        print("  ", " ".join(f"{k}={v.item():.3f}" for k, v in record.items()))


if __name__ == "__main__":
    main()
