import torch
from torch import nn
from torch.distributions import Normal


class Encoder(nn.Module):
    def __init__(self, in_dim, hidden, latent):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(in_dim, hidden), nn.SiLU())
        self.loc = nn.Linear(hidden, latent)
        self.log_scale = nn.Linear(hidden, latent)

    def forward(self, x):
        h = self.body(x)
        scale = self.log_scale(h).clamp(-4.0, 2.0).exp()
        return Normal(self.loc(h), scale, validate_args=False)


class Decoder(nn.Module):
    def __init__(self, latent, hidden, out_dim):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(latent, hidden), nn.SiLU(), nn.Linear(hidden, out_dim)
        )

    def forward(self, z):
        return self.body(z)


class LatentPrior(nn.Module):
    def __init__(self, latent):
        super().__init__()
        self.loc = nn.Parameter(torch.zeros(latent))
        self.log_scale = nn.Parameter(torch.zeros(latent))

    def forward(self):
        return Normal(self.loc, self.log_scale.exp(), validate_args=False)
