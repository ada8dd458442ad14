"""Normals-free roughness of synthetic lidar sweeps: k nearest neighbours + small point network."""
import torch

from backbone import PointNet
from engine import Engine, EngineOptions
from sweeps import sweep


def main():
    torch.manual_seed(13)
    engine = Engine(PointNet(k=6, width=16), EngineOptions(strict=True))
    engine.prepare(sweep(0))
    total = 0.0
    for i in range(4):
        rough = engine.infer(sweep(i))
        total += rough.sum().item()
        print(f"sweep {i} mean {rough.mean():.5f} max {rough.max():.5f}")
    print(f"total {total:.4f}")


if __name__ == "__main__":
    main()
