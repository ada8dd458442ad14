import torch
from torch import nn

from codebook import Codebook


class FrameEncoder(nn.Module):
    def __init__(self, frame, dim):
        super().__init__()
        self.frame = frame
        self.proj = nn.Linear(frame, 32)
        self.out = nn.Linear(32, dim)

    def forward(self, wav):
        frames = wav.unfold(-1, self.frame, self.frame)
        return self.out(torch.nn.functional.silu(self.proj(frames)))


class FrameDecoder(nn.Module):
    def __init__(self, frame, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 32), nn.SiLU(), nn.Linear(32, frame))

    def forward(self, z):
        return self.net(z).flatten(-2)


class Codec(nn.Module):
    """encoder -> residual codebooks -> decoder"""

    def __init__(self, frame, dim, n_codes, stages):
        super().__init__()
        self.encoder = FrameEncoder(frame, dim)
        self.books = nn.ModuleList(Codebook(n_codes, dim, revive_every=5) for _ in range(stages))
        self.decoder = FrameDecoder(frame, dim)

    def quantize(self, z):
        residual, total, commit = z, torch.zeros_like(z), 0.0
        for book in self.books:
            q, c = book(residual)
            residual = residual - q.detach()
            total = total + q
            commit = commit + c
        return total, commit

    def forward(self, wav):
        z = self.encoder(wav)
        q, commit = self.quantize(z)
        return self.decoder(q), commit
