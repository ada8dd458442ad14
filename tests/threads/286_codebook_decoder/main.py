import torch

from config import TTSConfig
from fast_ar import FastDecoder
from synth import Synthesizer, decode_wave

torch.manual_seed(3)
cfg = TTSConfig()
synth = Synthesizer(FastDecoder(cfg).eval(), cfg)
hidden = torch.randn(cfg.frames, cfg.dim)
codes, scores = synth.generate(hidden)
wave = decode_wave(codes, cfg)
for frame, row in enumerate(codes.tolist()):
    print(frame, row)
print(f"score {scores.max(-1).values.mean().item():.5f} rms {wave.pow(2).mean().sqrt().item():.5f}")
