import math

import torch

PERIOD = 8
STAGGER = (0.0, 0.5, 0.125, 0.625, 0.25, 0.75, 0.375, 0.875)


def tail_phase(frames):
    return STAGGER[frames % PERIOD]


def overlap_window(x):
    frames = x.size(1)
    t = torch.arange(frames, dtype=x.dtype, device=x.device)
    return 0.5 - 0.5 * torch.cos(2 * math.pi * (t + tail_phase(frames)) / PERIOD)


def frame_energy(wave, hop):
    return wave.unfold(-1, hop, hop).pow(2).mean(-1)
