import torch

from registry import effect, window


@window("hann")
def hann(n):
    return torch.hann_window(n)


@window("flat")
def flat(n):
    return torch.ones(n)


@effect("gain", strength=0.5)
def gain(x):
    return 1.2 * x


def echo(x):
    return x + 0.4 * torch.roll(x, 20, dims=-1)


def fold(x):
    return torch.sin(2.0 * x)


def smear(x):
    return 0.5 * x + 0.25 * (torch.roll(x, 1, -1) + torch.roll(x, -1, -1))


STAGES = {1: ("echo", echo, 0.6), 2: ("fold", fold, 0.4), 3: ("smear", smear, 0.9)}


def load_stage(stage):
    """The curriculum: one further effect a stage."""
    if stage in STAGES:
        name, fn, strength = STAGES[stage]
        effect(name, strength)(fn)
