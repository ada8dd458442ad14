import torch
import torch.nn as nn

from losses import ActionLoss


class ActPolicy(nn.Module):
    def __init__(self, state_dim=6, action_dim=3, horizon=5, latent=4, dim=32, kl_weight=0.1):
        super().__init__()
        self.horizon, self.action_dim = horizon, action_dim
        self.encoder = nn.Sequential(
            nn.Linear(state_dim + horizon * action_dim, dim), nn.ReLU(), nn.Linear(dim, 2 * latent)
        )
        self.decoder = nn.Sequential(
            nn.Linear(state_dim + latent, dim), nn.ReLU(), nn.Linear(dim, horizon * action_dim)
        )
        self.criterion = ActionLoss(kl_weight)

    def encode(self, state, actions):
        code = self.encoder(torch.cat([state, actions.flatten(1)], dim=-1))
        return code.chunk(2, dim=-1)

    def decode(self, state, latent):
        flat = self.decoder(torch.cat([state, latent], dim=-1))
        return flat.view(-1, self.horizon, self.action_dim)

    def compute_loss(self, batch):
        mu, logvar = self.encode(batch["state"], batch["actions"])
        latent = mu + batch["noise"] * (0.5 * logvar).exp()
        return self.criterion(self.decode(batch["state"], latent), batch, mu, logvar)

    def forward(self, batch):
        loss, info = self.compute_loss(batch)
        return loss, info
