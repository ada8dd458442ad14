import torch
import torch.nn.functional as F


def regulate(x, durations, frames):
    """Repeats x[b, i] durations[b, i] times; filled up with zeros, or cut, to `frames`."""
    out = []
    for b in range(x.shape[0]):
        long = x[b].repeat_interleave(durations[b], dim=0)
        long = long[:frames]
        out.append(F.pad(long, (0, 0, 0, frames - long.shape[0])))
    return torch.stack(out)
