import torch

from transformer import Transformer2D


class FlowScheduler:
    def __init__(self, steps, shift=1.5):
        s = torch.linspace(1.0, 0.0, steps + 1)
        self.sigmas = shift * s / (1 + (shift - 1) * s)

    def step(self, velocity, i, sample):
        return sample + (self.sigmas[i + 1] - self.sigmas[i]) * velocity


class Pipeline:
    def __init__(self, transformer, steps=2):
        self.transformer, self.scheduler, self.steps = transformer, FlowScheduler(steps), steps

    @torch.no_grad()
    def __call__(self, height, width, generator):
        latent = torch.randn(1, 4, height // 8, width // 8, generator=generator)
        for i in range(self.steps):
            t = self.scheduler.sigmas[i].reshape(1)
            latent = self.scheduler.step(self.transformer(latent, t), i, latent)
        return latent


def main():
    torch.manual_seed(0)
    model = Transformer2D().eval()
    pipe = Pipeline(torch.compile(model, backend="eager", dynamic=True))
    generator = torch.Generator().manual_seed(7)
    for height, width in [(128, 192), (192, 128)]:
        image = pipe(height, width, generator)
        print(height, width, f"{image.mean():.5f} {image.std():.5f}")


if __name__ == "__main__":
    main()
