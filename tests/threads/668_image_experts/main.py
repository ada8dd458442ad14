import torch

from sampling import euler
from transformer import ImageTransformer


def summary(latents):
    return round(latents.mean().item(), 3), round(latents.std().item(), 3)


@torch.no_grad()
def main():
    torch.manual_seed(6)
    model = ImageTransformer().eval()
    model = torch.compile(model, backend="inductor", fullgraph=True)
    for prompt in range(2):
        latents = euler(model, torch.randn(2, 16, 4), steps=4)
        print("prompt", prompt, *summary(latents))


if __name__ == "__main__":
    main()
