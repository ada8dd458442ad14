import torch

from unet import UNet2D


class DDIMScheduler:
    def __init__(self, train_steps=1000, steps=4):
        betas = torch.linspace(0.00085 ** 0.5, 0.012 ** 0.5, train_steps) ** 2
        self.alphas = torch.cumprod(1 - betas, dim=0)
        self.timesteps = torch.arange(steps - 1, -1, -1) * (train_steps // steps)
        self.stride = train_steps // steps

    def step(self, noise, t, sample):
        a = self.alphas[t]
        prev = self.alphas[t - self.stride] if t >= self.stride else torch.tensor(1.0)
        x0 = (sample - (1 - a).sqrt() * noise) / a.sqrt()
        return prev.sqrt() * x0 + (1 - prev).sqrt() * noise


@torch.no_grad()
def sample(unet, scheduler, height, width, generator):
    latent = torch.randn(1, 4, height // 8, width // 8, generator=generator)
    for t in scheduler.timesteps:
        latent = scheduler.step(unet(latent, t.float().reshape(1)), int(t), latent)
    return latent


def main():
    torch.manual_seed(0)
    unet = torch.compile(UNet2D().eval(), backend="eager")
    generator = torch.Generator().manual_seed(11)
    latent = sample(unet, DDIMScheduler(), 200, 168, generator)
    print(tuple(latent.shape), f"{latent.mean():.5f} {latent.std():.5f} {latent[0, 1, 3, 7]:.5f}")


if __name__ == "__main__":
    main()
