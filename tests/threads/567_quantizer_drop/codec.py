import random

import torch.nn as nn
import torch.nn.functional as F

from residual import ResidualQuantizer


class Codec(nn.Module):
    def __init__(self, width=16, dim=8, levels=4, entries=32):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(width, 32), nn.GELU(), nn.Linear(32, dim))
        self.quantizer = ResidualQuantizer(levels, entries, dim)
        self.decoder = nn.Sequential(nn.Linear(dim, 32), nn.GELU(), nn.Linear(32, width))

    def level_seed(self):
        return random.randint(0, 2 ** 16)

    def forward(self, frames):
        seed = self.level_seed() if self.training else None
        latent = self.encoder(frames)
        quantized, commit = self.quantizer(latent, seed)
        return self.decoder(quantized), commit

    def loss(self, frames):
        restored, commit = self(frames)
        return F.l1_loss(restored, frames) + 0.25 * commit


def bitrate(codec, frame_rate=50):
    bits = sum(len(book.table).bit_length() - 1 for book in codec.quantizer.books)
    return bits * frame_rate
