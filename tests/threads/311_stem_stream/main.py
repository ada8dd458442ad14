import math

import torch

from separator import SeparatorConfig, StemSeparator
from session import Engine


def oscillator(frequencies, length, rate=8000):
    t = torch.arange(length) / rate
    left = sum(torch.sin(2 * math.pi * f * t) for f in frequencies)
    right = sum(torch.sin(2 * math.pi * f * t + 0.7) for f in frequencies)
    return torch.stack([left, right])[None] / len(frequencies)


def main():
    torch.manual_seed(8)
    cfg = SeparatorConfig()
    engine = Engine(StemSeparator(cfg)).warm_up()
    for title, notes in {"chord": (220.0, 277.2, 329.6), "bass": (55.0,)}.items():
        session = engine.open()
        for i, hop in enumerate(oscillator(notes, 6 * cfg.hop).split(cfg.hop, dim=-1)):
            stems = session.feed(hop.contiguous())
            if i % 2:
                levels = " ".join(f"{v:.4f}" for v in session.meter.levels)
                print(f"{title} hop {i} peak {stems.abs().max():.4f} levels {levels}")


if __name__ == "__main__":
    main()
