import torch
import torch.nn as nn
import torch.nn.functional as F

from config import GeneratorConfig
from source import HarmonicMixer


class Generator(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.f0_up = nn.Upsample(scale_factor=cfg.hop_length)
        self.mixer = HarmonicMixer(cfg)
        self.pre = nn.Conv1d(cfg.mel_bins, cfg.channels, 3, padding=1)
        self.ups = nn.ModuleList(
            nn.ConvTranspose1d(cfg.channels, cfg.channels, k, stride=r, padding=cfg.padding(i))
            for i, (r, k) in enumerate(zip(cfg.upsample_rates, cfg.upsample_kernels))
        )
        self.post = nn.Conv1d(cfg.channels + 1, 1, 5, padding=2)

    def forward(self, mel, f0):
        pitch = self.f0_up(f0[:, None]).transpose(1, 2)
        excitation, _ = self.mixer(pitch)
        h = self.pre(mel)
        for up in self.ups:
            h = up(F.leaky_relu(h, 0.1))
        h = torch.cat([h, excitation.transpose(1, 2)], dim=1)
        return torch.tanh(self.post(h)).squeeze(1)


def pitch_track(frames, base):
    t = torch.linspace(0, 1, frames)
    f0 = base + 20 * torch.sin(6.0 * t)
    return torch.where(t < 0.2, torch.zeros_like(f0), f0)


def main():
    torch.manual_seed(11)
    cfg = GeneratorConfig()
    model = Generator(cfg).eval()
    vocoder = torch.compile(model, backend="aot_eager")
    with torch.no_grad():
        for step, base in enumerate((110.0, 180.0, 220.0)):
            n = cfg.frames["short"]
            mel = torch.randn(2, cfg.mel_bins, n)
            f0 = torch.stack([pitch_track(n, base), pitch_track(n, base * 1.3)])
            wave = vocoder(mel, f0)
            print(step, tuple(wave.shape), f"rms {wave.pow(2).mean().sqrt():.5f}",
                  f"peak {wave.abs().max():.5f}")


if __name__ == "__main__":
    main()
