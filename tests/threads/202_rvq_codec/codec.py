import torch
from torch import nn

from vqlite import ResidualVQ


class Codec(nn.Module):
    def __init__(self, dim, levels, codebook):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv1d(1, dim, 4, stride=4), nn.ELU(), nn.Conv1d(dim, dim, 3, padding=1)
        )
        self.quantizer = ResidualVQ(dim, codebook, levels)
        self.decoder = nn.Sequential(nn.ELU(), nn.ConvTranspose1d(dim, 1, 4, stride=4))

    def forward(self, wave):
        latent = self.encoder(wave).transpose(1, 2)
        quantized, commit = self.quantizer(latent)
        return torch.tanh(self.decoder(quantized.transpose(1, 2))), commit
