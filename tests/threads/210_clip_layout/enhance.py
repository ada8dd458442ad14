import torch


class SpectralGate:
    """Suppresses the bins which are weaker than a running noise floor."""

    def __init__(self, bins, strength=1.5, decay=0.9):
        self.floor = torch.zeros(bins)
        self.strength = strength
        self.decay = decay

    @torch.compile(backend="eager")
    def gate(self, chunk, floor):
        spectrum = torch.fft.rfft(chunk)
        power = spectrum.abs().mean(0)
        floor = self.decay * floor + (1 - self.decay) * power
        gain = torch.clamp(1 - self.strength * floor / (power + 1e-6), 0.05, 1.0)
        return torch.fft.irfft(spectrum * gain, n=chunk.shape[-1]), floor

    def __call__(self, chunk):
        out, self.floor = self.gate(chunk, self.floor)
        return out

    def reset(self):
        self.floor = torch.zeros_like(self.floor)


@torch.compile(backend="eager")
def loudness(signal):
    return 10 * torch.log10(signal.square().mean() + 1e-9)
