"""Run the spotter over a few recordings."""
import torch

from spotter import SpotterConfig, StreamingSpotter, WordNet


def recording(seconds, rate, pitch):
    t = torch.arange(int(seconds * rate)) / rate
    sweep = torch.sin(2 * torch.pi * (pitch * t + 40 * t**2))
    return sweep * torch.exp(-t) + 0.05 * torch.randn_like(t)


def main():
    torch.manual_seed(5)
    cfg = SpotterConfig()
    spotter = StreamingSpotter(WordNet(cfg), cfg)
    for name, seconds, pitch in (("door", 0.5, 180.0), ("lamp", 0.8, 240.0), ("radio", 1.1, 320.0)):
        score, level = spotter.run(recording(seconds, 1600, pitch), chunk=160)
        print(f"{name:6s} {' '.join(f'{s:.5f}' for s in score.tolist())}  level {level.item():.5f}")


if __name__ == "__main__":
    main()
