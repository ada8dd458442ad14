import torch

from transformer import Denoiser


@torch.no_grad()
def sample(model, latents, steps=4):
    schedule = torch.linspace(1.0, 0.0, steps + 1)
    for now, later in zip(schedule[:-1], schedule[1:]):
        latents = latents + (later - now) * model(latents, now)
    return latents


def main():
    torch.manual_seed(9)
    model = Denoiser().eval()
    model.compile_repeated_blocks(backend="aot_eager")
    image = sample(model, torch.randn(2, 12, 8))
    print(f"mean {image.mean().item():.4f} std {image.std().item():.4f}")
    print(f"corner {image[0, 0, 0].item():.4f} {image[1, -1, -1].item():.4f}")


if __name__ == "__main__":
    main()
