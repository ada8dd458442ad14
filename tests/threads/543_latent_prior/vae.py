import torch
from torch import nn

from networks import Decoder, Encoder, LatentPrior
from objective import beta_elbo


class VAE(nn.Module):
    def __init__(self, in_dim=12, hidden=32, latent=4):
        super().__init__()
        self.encoder = Encoder(in_dim, hidden, latent)
        self.decoder = Decoder(latent, hidden, in_dim)
        self.prior = LatentPrior(latent)

    def forward(self, x, noise, beta, floor=0.05):
        posterior = self.encoder(x)
        z = posterior.loc + posterior.scale * noise
        return beta_elbo(x, self.decoder(z), posterior, self.prior(), beta, floor)
