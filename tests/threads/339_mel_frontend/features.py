import math
from typing import Optional, Tuple

import torch
from torch import nn

from shapes import frame_lengths, valid_mask


def mel_filters(n_freqs: int, n_mels: int, sample_rate: int) -> torch.Tensor:
    freqs = torch.linspace(0, sample_rate / 2, n_freqs)
    top = 2595.0 * math.log10(1.0 + sample_rate / 2 / 700.0)
    points = 700.0 * (10 ** (torch.linspace(0, top, n_mels + 2) / 2595.0) - 1.0)
    slopes = points[None, :] - freqs[:, None]
    width = points[1:] - points[:-1]
    down = -slopes[:, :-2] / width[:-1]
    up = slopes[:, 2:] / width[1:]
    return torch.clamp(torch.minimum(down, up), min=0.0)


class LogMel(nn.Module):
    def __init__(self, sample_rate: int = 8000, n_fft: int = 128, hop: int = 64, n_mels: int = 20):
        super().__init__()
        self.n_fft, self.hop = n_fft, hop
        self.register_buffer("window", torch.hann_window(n_fft))
        self.register_buffer("fb", mel_filters(n_fft // 2 + 1, n_mels, sample_rate))

    def forward(self, wave: torch.Tensor) -> torch.Tensor:
        frames = wave.unfold(-1, self.n_fft, self.hop) * self.window
        power = torch.fft.rfft(frames).abs().pow(2)
        return torch.log(power @ self.fb + 1e-5)


class Normalize(nn.Module):
    def __init__(self, eps: float = 1e-3):
        super().__init__()
        self.eps = eps

    def forward(self, feats: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        count = mask.sum(1, keepdim=True)
        mean = (feats * mask).sum(1, keepdim=True) / count
        var = ((feats - mean).pow(2) * mask).sum(1, keepdim=True) / count
        return (feats - mean) / torch.sqrt(var + self.eps) * mask


class Frontend(nn.Module):
    def __init__(self, n_mels: int = 20):
        super().__init__()
        self.mel = LogMel(n_mels=n_mels)
        self.norm = Normalize()

    def forward(
        self, wave: torch.Tensor, lengths: Optional[torch.Tensor] = None
    ) -> Tuple[torch.Tensor, torch.Tensor]:
        feats = self.mel(wave)
        frames = frame_lengths(lengths, wave, self.mel.n_fft, self.mel.hop)
        mask = valid_mask(frames, feats.size(1)).unsqueeze(-1)
        return self.norm(feats, mask), frames
