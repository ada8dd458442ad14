"""Trains a toy neural audio codec (encoder, residual VQ, decoder)."""
import random

import torch

from codec import Codec
from trainer import CodecTrainer, TrainConfig


def tones(batch, length, gen):
    grid = torch.linspace(0, 1, length)
    freq = torch.randint(2, 12, (batch, 1), generator=gen).float()
    phase = torch.rand(batch, 1, generator=gen)
    wave = torch.sin(6.2832 * (freq * grid + phase))
    return wave.unsqueeze(1)


def augment(wave):
    # host side, before anything is compiled
    gain = random.choice((0.5, 0.8, 1.0))
    return wave * gain


def main():
    torch.manual_seed(0)
    random.seed(11)
    gen = torch.Generator().manual_seed(3)
    codec = Codec(dim=12, levels=6, codebook=16)
    trainer = CodecTrainer(codec, TrainConfig(backend="aot_eager"))
    for step in range(8):
        wave = augment(tones(4, 64, gen))
        loss, commit = trainer.fit_batch(wave)
        print(f"step {step} loss {loss:.5f} commit {commit:.5f}")
    codec.eval()
    with torch.no_grad():
        recon, _ = codec(tones(2, 64, gen))
    print(f"eval power {recon.pow(2).mean().item():.5f}")


if __name__ == "__main__":
    main()
