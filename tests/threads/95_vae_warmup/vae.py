import torch
import torch.nn as nn


class Vae(nn.Module):
    def __init__(self, data, hidden, latent):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(data, hidden), nn.Tanh(), nn.Linear(hidden, 2 * latent))
        self.decoder = nn.Sequential(nn.Linear(latent, hidden), nn.Tanh(), nn.Linear(hidden, data))

    def forward(self, x, eps):
        mean, log_var = self.encoder(x - 0.5).chunk(2, dim=-1)
        z = mean + eps * torch.exp(0.5 * log_var)
        return self.decoder(z), mean, log_var
