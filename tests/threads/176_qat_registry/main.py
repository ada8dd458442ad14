"""Quantisation-aware fine-tuning of a keyword spotter."""
import torch

from model import KeywordNet
from plan import PLANS
from train import QatTrainer


def features(n, seed):
    g = torch.Generator().manual_seed(seed)
    y = torch.randint(0, 5, (n,), generator=g)
    base = torch.linspace(0, 3.0, 20).repeat(5, 1) * torch.arange(1, 6).unsqueeze(1)
    x = torch.sin(base)[y] + 0.3 * torch.randn(n, 20, generator=g)
    return x, y


def main():
    torch.manual_seed(8)
    plan = PLANS["edge-int8"]
    net = KeywordNet(n_in=20, hidden=32, n_out=5, plan=plan)
    trainer = QatTrainer(net, plan, lr=0.02)

    x, y = features(256, seed=1)
    for epoch in range(3):
        loss = trainer.epoch(x, y, batch=64)
        print(f"epoch {epoch}  loss {loss:.4f}")

    tx, ty = features(100, seed=2)
    print(f"test accuracy {trainer.accuracy(tx, ty):.3f}")
    for name, lo, hi in net.ranges():
        print(f"{name:8s} [{lo:+.3f}, {hi:+.3f}]")


if __name__ == "__main__":
    main()
