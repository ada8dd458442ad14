import torch

from registry import EFFECTS, WINDOWS


def soft_clip(x):
    return torch.tanh(1.5 * x) / 1.5


@torch.compile(backend="eager")
def apply_rack(wave, amount):
    """All effects of the rack in a row, mixed with the dry signal."""
    out = wave
    for name in EFFECTS:
        fn, strength = EFFECTS[name]
        out = out + amount * strength * (fn(out) - out)
    return soft_clip(out * WINDOWS["hann"](out.shape[-1]))
