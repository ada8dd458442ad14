import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self, bands: int, width: int, vocab: int) -> None:
        super().__init__()
        self.inp = nn.Conv1d(bands, width, 5, padding=2)
        self.mid = nn.Conv1d(width, width, 5, padding=2, groups=4)
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocab)

    def forward(self, feats: torch.Tensor) -> torch.Tensor:
        h = F.silu(self.inp(feats.transpose(1, 2)))
        h = h + F.silu(self.mid(h))
        return self.head(self.norm(h.transpose(1, 2))).log_softmax(-1)


def path_score(log_probs: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    entropy = -(log_probs.exp() * log_probs).sum(-1)
    return ((log_probs.amax(-1) - 0.1 * entropy) * mask).sum(1) / mask.sum(1)


class Recognizer:
    rate, window, hop, chunk_frames = 8000, 200, 80, 64

    def __init__(self, bands: int = 40, width: int = 48, vocab: int = 24, backend: str = "eager") -> None:
        self.bank = torch.rand(self.window // 2 + 1, bands)
        self.encoder = torch.compile(Encoder(bands, width, vocab).eval(), backend=backend)
        self.scorer = torch.compile(path_score, backend=backend)

    def features(self, wave: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        frames = wave.unfold(0, self.window, self.hop) * torch.hann_window(self.window)
        power = torch.fft.rfft(frames).abs().pow(2)
        feats = torch.log(power @ self.bank + 1e-5)[: self.chunk_frames]
        mask = (torch.arange(self.chunk_frames) < feats.shape[0]).float()
        return F.pad(feats, (0, 0, 0, self.chunk_frames - feats.shape[0]))[None], mask[None]

    @torch.no_grad()
    def decode(self, wave: torch.Tensor) -> tuple[list[int], float]:
        feats, mask = self.features(wave)
        log_probs = self.encoder(feats)
        ids = log_probs[0].argmax(-1)[mask[0] > 0]
        return [i for i in torch.unique_consecutive(ids).tolist() if i], self.scorer(log_probs, mask).item()
