"""Trains a very small neural audio codec (residual vector quantisation) on synthetic tones."""
import logging

import torch

from codec import Codec
from tones import ToneStream
from trainer import CodecTrainer, Settings


def main():
    logging.basicConfig(level=logging.WARNING)
    torch.manual_seed(21)
    codec = Codec(frame=32, dim=8, n_codes=16, stages=2)
    stream = ToneStream(seed=5, batch=8, length=256)
    trainer = CodecTrainer(codec, Settings(steps=14, lr=3e-3, backend="eager"))
    history = trainer.fit(stream)
    print(f"first {history[0]:.4f}  last {history[-1]:.4f}")
    usage = [cb.usage() for cb in codec.books]
    print("codes in use", usage)
    print(f"codebook norm {sum(float(cb.codes.norm()) for cb in codec.books):.3f}")
    snr = trainer.snr(stream.sample())
    print(f"snr {snr:.3f} dB")


if __name__ == "__main__":
    main()
