"""Models that draw samples, and the losses that train them."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional


class VAE(nn.Module):
    """A variational autoencoder."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(16, 8), nn.ReLU(), nn.Linear(8, 8))
        self.decoder = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 16))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Returns the evidence's lower bound, negative, and what is drawn anew."""
        mean, variance = self.encoder(x).chunk(2, dim=-1)
        latent = mean + torch.randn_like(mean) * torch.exp(0.5 * variance)
        again = self.decoder(latent)
        divergence = -0.5 * (1 + variance - mean**2 - variance.exp()).sum(-1).mean()
        return functional.mse_loss(again, x) + divergence, again


class Quantized(nn.Module):
    """A VQ-VAE: the nearest code, and a gradient that passes it by."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder, self.decoder = nn.Linear(16, 4), nn.Linear(4, 16)
        self.codes = nn.Embedding(8, 4)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Returns the loss and the codes' numbers."""
        latent = self.encoder(x)
        index = torch.cdist(latent, self.codes.weight).argmin(-1)
        code = self.codes(index)
        commitment = functional.mse_loss(latent, code.detach())
        codebook = functional.mse_loss(code, latent.detach())
        again = self.decoder(latent + (code - latent).detach())
        return functional.mse_loss(again, x) + codebook + 0.25 * commitment, index


class GAN(nn.Module):
    """A generator of images, and the critic that it is to deceive."""

    def __init__(self) -> None:
        super().__init__()
        self.generator = nn.Sequential(
            nn.ConvTranspose2d(8, 8, 4),
            nn.BatchNorm2d(8),
            nn.ReLU(),
            nn.ConvTranspose2d(8, 3, 4, 2, 1),
            nn.Tanh(),
        )
        self.critic = nn.Sequential(
            nn.utils.parametrizations.spectral_norm(nn.Conv2d(3, 8, 4, 2, 1)),
            nn.LeakyReLU(0.2),
            nn.Flatten(),
            nn.Linear(8 * 4 * 4, 1),
        )

    def forward(self, real: Tensor) -> tuple[Tensor, Tensor]:
        """Returns the critic's loss and the generator's."""
        fake = self.generator(torch.randn(len(real), 8, 1, 1))
        seen, forged = self.critic(real), self.critic(fake.detach())
        critic = functional.softplus(-seen).mean() + functional.softplus(forged).mean()
        return critic, functional.softplus(-self.critic(fake)).mean()


class Flow(nn.Module):
    """Real NVP: couplings that can be undone, and the density that they give."""

    def __init__(self, layers: int = 4) -> None:
        super().__init__()
        self.layers = nn.ModuleList(
            nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 4))
            for _ in range(layers)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Returns the negative log-likelihood."""
        volume = x.new_zeros(len(x))
        for layer in self.layers:
            kept, moved = x.chunk(2, dim=-1)
            scale, shift = layer(kept).chunk(2, dim=-1)
            scale = torch.tanh(scale)
            x = torch.cat((moved * scale.exp() + shift, kept), dim=-1)
            volume = volume + scale.sum(-1)
        density = -0.5 * (x**2 + math.log(2 * math.pi)).sum(-1)
        return -(density + volume).mean()


class MixtureDensity(nn.Module):
    """A network whose output is a mixture of normal distributions."""

    def __init__(self, parts: int = 3) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 16), nn.Tanh())
        self.head = nn.Linear(16, 3 * parts)

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        """Returns the negative log-likelihood, by torch.distributions."""
        weights, means, widths = self.head(self.body(x)).chunk(3, dim=-1)
        mixture = torch.distributions.MixtureSameFamily(
            torch.distributions.Categorical(logits=weights),
            torch.distributions.Normal(means, functional.softplus(widths) + 1e-3),
        )
        return -mixture.log_prob(y).mean()


class Diffusion(nn.Module):
    """Denoising: noise is added for a random time, and guessed."""

    def __init__(self, steps: int = 10) -> None:
        super().__init__()
        kept = torch.cumprod(1 - torch.linspace(1e-4, 0.2, steps), dim=0)
        self.register_buffer("kept", kept)
        self.times = nn.Embedding(steps, 8)
        self.net = nn.Sequential(nn.Linear(16, 32), nn.SiLU(), nn.Linear(32, 8))

    def forward(self, x: Tensor) -> Tensor:
        """Returns the loss."""
        time = torch.randint(len(self.kept), (len(x),))
        noise = torch.randn_like(x)
        kept = self.kept[time, None]
        noisy = kept.sqrt() * x + (1 - kept).sqrt() * noise
        guess = self.net(torch.cat((noisy, self.times(time)), dim=-1))
        return functional.mse_loss(guess, noise)


class Sampler(nn.Module):
    """The loop that turns noise into a sample, step by step."""

    def __init__(self, steps: int = 6) -> None:
        super().__init__()
        self.steps = steps
        self.net = nn.Sequential(nn.Linear(9, 16), nn.SiLU(), nn.Linear(16, 8))

    def forward(self, start: Tensor) -> Tensor:
        """Returns samples."""
        x = start
        for step in range(self.steps, 0, -1):
            time = x.new_full((len(x), 1), step / self.steps)
            x = x - self.net(torch.cat((x, time), dim=-1)) / self.steps
            if step > 1:
                x = x + 0.1 * torch.randn_like(x)
        return x


class MADE(nn.Module):
    """An autoregressive density: masks hide what comes later."""

    def __init__(self, size: int = 8, hidden: int = 16) -> None:
        super().__init__()
        self.first, self.last = nn.Linear(size, hidden), nn.Linear(hidden, size)
        seen = torch.arange(hidden) % (size - 1)
        place = torch.arange(size)
        self.register_buffer("inner", (seen[:, None] >= place).float())
        self.register_buffer("outer", (place[:, None] > seen).float())

    def forward(self, x: Tensor) -> Tensor:
        """Returns the loss on values between 0 and 1."""
        hidden = functional.linear(x, self.first.weight * self.inner, self.first.bias)
        logits = functional.linear(
            torch.relu(hidden), self.last.weight * self.outer, self.last.bias
        )
        return functional.binary_cross_entropy_with_logits(logits, x)
