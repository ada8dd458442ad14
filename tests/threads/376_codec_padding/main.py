import math

import torch

from codec import Codebook, Encoder


def tone(freq, seconds=0.12, rate=8000):
    t = torch.arange(int(seconds * rate)) / rate
    return (torch.sin(2 * math.pi * freq * t) * torch.exp(-3 * t))[None, None]


@torch.no_grad()
def main():
    torch.manual_seed(0)
    encoder = torch.compile(Encoder().eval(), backend="aot_eager")
    codebook = Codebook(32, 16)
    for freq in (220.0, 440.0, 880.0):
        latent = encoder(tone(freq))
        codes = codebook(latent)
        print(freq, tuple(latent.shape), f"{latent.abs().mean().item():.6f}", codes[0, :8].tolist())


if __name__ == "__main__":
    main()
