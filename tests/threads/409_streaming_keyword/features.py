"""Framing, filter bank and the per-session feature history."""
import torch


def triangular_bank(n_bins, n_bands):
    edges = torch.linspace(0, n_bins - 1, n_bands + 2)
    bins = torch.arange(n_bins, dtype=torch.float32)[:, None]
    up = (bins - edges[:-2]) / (edges[1:-1] - edges[:-2])
    down = (edges[2:] - bins) / (edges[2:] - edges[1:-1])
    return torch.minimum(up, down).clamp(min=0)


class FrontEnd:
    def __init__(self, frame=64, hop=32, n_bands=10):
        self.frame, self.hop = frame, hop
        self.window = torch.hann_window(frame)
        self.bank = triangular_bank(frame // 2 + 1, n_bands)

    def n_frames(self, n_samples):
        return 1 + (n_samples - self.frame) // self.hop

    def __call__(self, samples):
        frames = samples.unfold(-1, self.frame, self.hop) * self.window
        power = torch.fft.rfft(frames).abs().square()
        return torch.log(power @ self.bank + 1e-4).transpose(-1, -2)


class History:
    """Features of one session, oldest first."""

    def __init__(self, n_bands, capacity, context):
        self.store = torch.zeros(1, n_bands, context + capacity)
        self.context, self.filled = context, context

    def append(self, feats):
        n = feats.shape[-1]
        self.store[..., self.filled : self.filled + n] = feats
        self.filled += n

    def latest(self):
        return self.store[..., self.filled - self.context : self.filled]

    def mean_level(self):
        return self.store[..., self.context : self.filled].mean()
