"""Robust keyword spotting: train on clean audio, then on audio with more and more effects."""
import torch

import effects
from model import Spotter
from rack import apply_rack


def tone(gen, n=4, length=256):
    f = torch.randint(2, 9, (n, 1), generator=gen).float()
    t = torch.linspace(0, 1, length)
    return torch.sin(2 * torch.pi * f * t), (f.squeeze(1) > 5).long()


def main():
    torch.manual_seed(12)
    model = Spotter(bands=16, classes=2)
    opt = torch.optim.SGD(model.parameters(), lr=0.2)
    gen = torch.Generator().manual_seed(77)
    for stage in range(4):
        effects.load_stage(stage)
        for _ in range(2):
            wave, label = tone(gen)
            wave = apply_rack(wave, torch.tensor(0.3 + 0.1 * stage))
            loss = torch.nn.functional.cross_entropy(model(wave), label)
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(f"stage {stage} loss {loss.item():.4f} level {wave.abs().mean().item():.4f}")


if __name__ == "__main__":
    main()
