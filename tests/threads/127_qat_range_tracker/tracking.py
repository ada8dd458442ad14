"""Range tracking for activations."""
import torch


class Tracked:
    """Mixin: a running mean of the largest magnitude seen."""

    def init_tracking(self):
        self.register_buffer("peak", torch.zeros(()))
        self.register_buffer("bits", torch.tensor(8.0))
        self.samples = 0

    def track(self, x):
        top = x.detach().abs().amax()
        self.samples += 1
        self.peak.add_((top - self.peak) / self.samples)

    def scale(self):
        return self.peak.clamp(min=1e-6) / (2 ** (self.bits - 1) - 1)
