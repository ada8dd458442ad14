"""Distils a denoiser on a toy latent distribution."""
import torch

from trainer import DistillConfig, DistillTrainer


def latents(n, dim=8):
    centers = torch.linspace(-1, 1, dim)
    sign = torch.randint(0, 2, (n, 1)) * 2.0 - 1.0
    return sign * centers + 0.1 * torch.randn(n, dim)


def noise_levels(n, low=0.1, high=2.0):
    return low * (high / low) ** torch.rand(n, 1)


if __name__ == "__main__":
    torch.manual_seed(5)
    trainer = DistillTrainer(DistillConfig())
    for step in range(5):
        clean = latents(64)
        sigma = noise_levels(len(clean))
        noisy = clean + sigma * torch.randn_like(clean)
        loss_c, loss_s = trainer.fit_batch(clean, noisy, sigma)
        print(f"step {step} critic {loss_c:.4f} student {loss_s:.4f}")
    norm = sum(v.pow(2).sum() for v in trainer.ema.values()).sqrt()
    print(f"ema norm {norm:.4f}")
