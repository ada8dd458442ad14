import torch

from config import Config
from model import Spotter


class Frontend:
    def __init__(self, cfg):
        self.cfg = cfg
        self.window = torch.hann_window(cfg.n_fft)
        bins = cfg.n_fft // 2 + 1
        centers = torch.linspace(0, bins - 1, cfg.n_mels).unsqueeze(1)
        self.bank = (1 - (torch.arange(bins) - centers).abs() / 4).clamp_min(0)

    def __call__(self, wave):
        spec = torch.stft(wave, self.cfg.n_fft, self.cfg.hop, window=self.window, return_complex=True)
        return torch.log1p(self.bank @ spec.abs().pow(2)).transpose(1, 2).contiguous()


class SpotterService:
    def __init__(self, cfg: Config):
        self.cfg = cfg
        self.frontend = Frontend(cfg.frontend)
        self.model = Spotter(cfg).eval()
        self.runner = torch.compile(self.model, backend="aot_eager", dynamic=True)
        self.served = 0

    @torch.no_grad()
    def start(self):
        serve = self.cfg.serve
        probe = torch.zeros(serve.max_streams, serve.probe_frames, self.cfg.frontend.n_mels)
        return tuple(self.runner(probe).shape)

    @torch.no_grad()
    def classify(self, waves):
        scores = self.runner(self.frontend(torch.stack(waves)))
        self.served += len(waves)
        return scores.max(dim=-1)
