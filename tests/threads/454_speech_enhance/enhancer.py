"""Spectral mask estimator over fixed-length windows of speech."""
import torch
import torch.nn as nn


class MaskNet(nn.Module):
    def __init__(self, bins, hidden=48):
        super().__init__()
        self.inp = nn.Linear(bins, hidden)
        self.conv = nn.Conv1d(hidden, hidden, 3, padding=1)
        self.out = nn.Linear(hidden, bins)

    def forward(self, mag):
        h = torch.relu(self.inp(torch.log1p(mag)))
        h = h + self.conv(h.transpose(1, 2)).transpose(1, 2).tanh()
        return torch.sigmoid(self.out(h)) * mag


class Enhancer:
    def __init__(self, n_fft=128, hop=64, window_len=4096):
        self.n_fft, self.hop, self.window_len = n_fft, hop, window_len
        self.window = torch.hann_window(n_fft)
        self.net = torch.compile(MaskNet(n_fft // 2 + 1).eval(), backend="eager")

    def segments(self, wave):
        pad = -wave.numel() % self.window_len
        return torch.nn.functional.pad(wave, (0, pad)).split(self.window_len)

    @torch.no_grad()
    def __call__(self, wave):
        parts = []
        for seg in self.segments(wave):
            spec = torch.stft(seg, self.n_fft, self.hop, window=self.window, return_complex=True)
            mag = self.net(spec.abs().t().unsqueeze(0))[0].t()
            clean = torch.polar(mag, spec.angle())
            parts.append(torch.istft(clean, self.n_fft, self.hop, window=self.window, length=self.window_len))
        return torch.cat(parts)[: wave.numel()]
