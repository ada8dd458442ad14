"""Log-mel features for a few synthetic clips, compiled front end."""
import math

import torch

from frontend import features
from melkit import log as mellog


def clip(freq, n=2048, sr=8000):
    t = torch.arange(n) / sr
    return torch.sin(2 * math.pi * freq * t) * torch.hann_window(n)


def main():
    torch.manual_seed(0)
    mellog.setup("WARNING")
    for freq in (220, 440, 880):
        x = clip(freq) + 0.01 * torch.randn(2048)
        f = features(x)
        mellog.logger.info("clip %d done", freq)
        print(f"{freq} Hz  frames {f.shape[0]}  mean {f.mean().item():.5f}  max {f.max().item():.5f}")


if __name__ == "__main__":
    main()
