"""Generator hyper-parameters of the small speech decoder."""
from dataclasses import dataclass, field

import numpy as np


@dataclass
class GeneratorConfig:
    sample_rate: int = 8000
    channels: int = 16
    mel_bins: int = 20
    upsample_rates: tuple = (4, 3)
    upsample_kernels: tuple = (8, 7)
    harmonics: int = 4
    sine_amp: float = 0.1
    voiced_threshold: float = 10.0
    frames: dict = field(default_factory=lambda: {"short": 12, "long": 18})

    @property
    def hop_length(self):
        return np.prod(self.upsample_rates)

    @property
    def nyquist(self):
        return self.sample_rate / 2

    def padding(self, i):
        return (self.upsample_kernels[i] - self.upsample_rates[i]) // 2
