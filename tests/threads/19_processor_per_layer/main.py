"""Blocks compiled one by one, each with its own attention processor (pytorch#163329, diffusers)."""
import torch
import torch.nn as nn

from processors import set_processors


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q = nn.Linear(dim, dim)
        self.kv = nn.Linear(dim, 2 * dim)
        self.norm = nn.LayerNorm(dim)
        self.processor = None

    def forward(self, x, image):
        return x + self.processor(self, self.norm(x), image)


class UNet(nn.Module):
    def __init__(self, dim=8, depth=5):
        super().__init__()
        self.blocks = nn.ModuleList(Block(dim) for _ in range(depth))

    def forward(self, x, image):
        for block in self.blocks:
            x = block(x, image)
        return x


@torch.compile(backend="eager")
def add_noise(x, noise, level):
    return (1 - level) ** 0.5 * x + level**0.5 * noise


def main():
    torch.manual_seed(0)
    model = UNet()
    set_processors(model.blocks)
    for block in model.blocks:
        block.compile(backend="eager")
    image = torch.randn(2, 3, 8)
    with torch.no_grad():
        x = torch.randn(2, 6, 8)
        for level in (0.5, 0.3, 0.1):
            x = model(add_noise(x, torch.randn_like(x), torch.tensor(level)), image)
            print(f"{x.std().item():.4f}")


if __name__ == "__main__":
    main()
