import torch

from trainer import Trainer
from vae import PatchVAE


def make_patches(count, generator):
    basis = torch.randn(3, 16, generator=generator)
    return [torch.randn(32, 3, generator=generator) @ basis for _ in range(count)]


def main():
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(9)
    batches = make_patches(6, generator)
    noise = torch.randn(32, 4, generator=generator)
    model = PatchVAE()
    trainer = Trainer(model, torch.compile(model, backend="aot_eager"))
    trainer.fit(batches, epochs=3, noise=noise)
    print(f"phase one {trainer.history[-1]:.4f} spread {trainer.latent_spread(batches):.4f}")
    trainer.scale_lr(0.3)
    trainer.fit(batches, epochs=5, noise=noise)
    print(f"phase two {trainer.history[-1]:.4f} spread {trainer.latent_spread(batches):.4f}")


if __name__ == "__main__":
    main()
