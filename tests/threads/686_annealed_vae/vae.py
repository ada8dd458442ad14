import torch
import torch.nn as nn
import torch.nn.functional as F

from anneal import KLAnneal


class PatchVAE(nn.Module):
    def __init__(self, features=16, latent=4, warmup=5, recon="huber"):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(features, 32), nn.ReLU(), nn.Linear(32, 2 * latent))
        self.decoder = nn.Sequential(nn.Linear(latent, 32), nn.ReLU(), nn.Linear(32, features))
        self.anneal = KLAnneal(warmup)
        self.recon = recon

    def reconstruction(self, out, x):
        if self.recon == "huber":
            return F.huber_loss(out, x, delta=0.5)
        return F.mse_loss(out, x)

    def losses(self, x, noise):
        mean, logvar = self.encoder(x).chunk(2, dim=-1)
        out = self.decoder(mean + noise * (0.5 * logvar).exp())
        kl = 0.5 * (mean ** 2 + logvar.exp() - 1 - logvar).sum(-1).mean()
        return self.reconstruction(out, x), self.anneal(kl)

    def forward(self, x, noise):
        recon, kl = self.losses(x, noise)
        return recon + kl
