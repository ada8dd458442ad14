"""An action chunking policy (a small VAE which predicts the next few actions at once)."""
import torch
from torch import nn
import torch.nn.functional as F

from report import LossReport


class ActPolicy(nn.Module):
    def __init__(self, config, schedule):
        super().__init__()
        self.config = config
        self.schedule = schedule
        flat = config.chunk * config.action_dim
        self.encode = nn.Linear(config.obs_dim + flat, 2 * config.latent)
        self.decode = nn.Sequential(
            nn.Linear(config.obs_dim + config.latent, 32), nn.ReLU(), nn.Linear(32, flat)
        )

    def predict(self, obs, latent):
        out = self.decode(torch.cat([obs, latent], dim=-1))
        return out.unflatten(-1, (self.config.chunk, self.config.action_dim))

    def forward(self, batch):
        obs, action = batch["obs"], batch["action"]
        mu, logvar = self.encode(torch.cat([obs, action.flatten(1)], dim=-1)).chunk(2, dim=-1)
        latent = mu + torch.exp(0.5 * logvar) * batch["noise"]
        error = F.l1_loss(self.predict(obs, latent), action, reduction="none")
        l1 = (error * ~batch["is_pad"].unsqueeze(-1)).mean()
        kl = -0.5 * (1 + logvar - mu.square() - logvar.exp()).sum(-1).mean()
        loss = l1 + self.schedule.weight * kl
        report = LossReport()
        report.add("l1", l1)
        report.add("kl", kl)
        return loss, report.as_dict()

    @torch.no_grad()
    def act(self, obs):
        return self.predict(obs, obs.new_zeros(obs.shape[0], self.config.latent))
