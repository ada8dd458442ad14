import torch
from torch import nn

import losses


class ChunkPolicy(nn.Module):
    def __init__(self, state_dim, action_dim, horizon, latent):
        super().__init__()
        self.horizon = horizon
        self.action_dim = action_dim
        self.encoder = nn.Sequential(nn.Linear(state_dim + horizon * action_dim, 32), nn.GELU())
        self.to_latent = nn.Linear(32, 2 * latent)
        self.decoder = nn.Sequential(
            nn.Linear(state_dim + latent, 48), nn.GELU(), nn.Linear(48, horizon * action_dim)
        )

    def encode(self, batch):
        flat = batch["action"].flatten(1)
        hidden = self.encoder(torch.cat([batch["state"], flat], dim=-1))
        return self.to_latent(hidden).chunk(2, dim=-1)

    def decode(self, state, z):
        out = self.decoder(torch.cat([state, z], dim=-1))
        return out.view(-1, self.horizon, self.action_dim)

    def forward(self, batch, kl_weight):
        mean, logvar = self.encode(batch)
        z = mean + batch["noise"] * (0.5 * logvar).exp()
        pred = self.decode(batch["state"], z)
        parts = {
            "action": losses.action_loss(pred, batch["action"]),
            "kl": losses.kl_loss(mean, logvar),
            "smooth": losses.smoothness(pred),
        }
        return losses.combine(parts, kl_weight)
