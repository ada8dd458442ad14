import torch
import torch.nn.functional as F
from torch import nn

from hub import MessageHub


class WGANGP(nn.Module):
    def __init__(self, latent=6, dim=10, critic_steps=2, penalty=10.0):
        super().__init__()
        self.latent, self.critic_steps, self.penalty = latent, critic_steps, penalty
        self.generator = nn.Sequential(nn.Linear(latent, 24), nn.ReLU(), nn.Linear(24, dim))
        self.critic = nn.Sequential(nn.Linear(dim, 24), nn.LeakyReLU(0.2), nn.Linear(24, 1))

    def critic_loss(self, real, noise, alpha):
        fake = self.generator(noise).detach()
        mixed = alpha * real + (1 - alpha) * fake
        slope = self.critic(mixed + 0.05) - self.critic(mixed - 0.05)
        penalty = (slope.abs() / 0.1 - 1).clamp_min(0).square().mean()
        wasserstein = self.critic(fake).mean() - self.critic(real).mean()
        return wasserstein + self.penalty * self.penalty_scale() * penalty

    def generator_loss(self, noise):
        return F.softplus(-self.critic(self.generator(noise))).mean()

    def penalty_scale(self):
        return MessageHub.current().get_info("penalty_scale")
