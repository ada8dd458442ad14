"""Cleans a folder of recordings (wav, flac, phone memos), chunk by chunk."""
import torch

from chunks import CHUNK, cut, join
from decoders import decode
from enhance import SpectralGate, loudness

PLAYLIST = [
    ("street.wav", 2.0, 13.0),
    ("choir.flac", 3.0, 21.0),
    ("note.m4a", 2.5, 8.0),
    ("organ.flac", 2.2, 5.0),
    ("rain.wav", 2.6, 34.0),
]


@torch.no_grad()
def clean(gate, recording, gen):
    noisy = []
    for chunk in cut(recording):
        noisy.append(gate(chunk))
    hiss = 0.01 * torch.randn(2, CHUNK, generator=gen)
    return join(noisy), gate(hiss)


def main():
    gen = torch.Generator().manual_seed(31)
    gate = SpectralGate(CHUNK // 2 + 1)
    for name, seconds, pitch in PLAYLIST:
        gate.reset()
        signal, hiss = clean(gate, decode(name, seconds, pitch), gen)
        level = loudness(signal[:, :256].contiguous())
        print(f"{name} loudness {level.item():.4f} hiss {hiss.square().mean().item():.3e}")


if __name__ == "__main__":
    main()
