"""Speak three made-up utterances and print their loudness."""
import torch

from config import VocoderConfig
from synth import Synthesizer


def utterance(k, cfg, frames=50):
    t = torch.arange(frames).float()
    f0 = 110 + 20 * k + 10 * torch.sin(t / 6 + k)
    f0[(t.long() % 17) < 3] = 0.0
    mel = torch.sin(t[None] * torch.linspace(0.05, 0.6, cfg.mels)[:, None] + k)
    return mel[None], f0[None]


def zero_crossings(w):
    return int(((w[:, 1:] * w[:, :-1]) < 0).sum())


def main():
    torch.manual_seed(0)
    cfg = VocoderConfig()
    synth = Synthesizer(cfg)
    for k in synth.shuffle_order(3):
        w = synth(*utterance(k, cfg))
        print(f"utt {k}: samples {w.shape[-1]} rms {w.square().mean().sqrt():.4f} zc {zero_crossings(w - w.mean())}")


if __name__ == "__main__":
    main()
