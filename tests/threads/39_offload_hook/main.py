"""A hook that aligns the inputs of a part, in a model compiled as one graph (sdnext#4837)."""
import torch
import torch.nn as nn

from hooks import Hook, add_hook


class Unet(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.down = nn.Linear(dim, 2 * dim)
        self.middle = nn.Linear(2 * dim, 2 * dim)
        self.up = nn.Linear(2 * dim, dim)

    def forward(self, x, t):
        h = torch.relu(self.down(x) + t)
        h = h + torch.relu(self.middle(h))
        return self.up(h)


@torch.compile(backend="eager")
def denoise(x, noise, sigma):
    return (x - sigma * noise) / (1 - sigma)


@torch.no_grad()
def main():
    torch.manual_seed(0)
    model = Unet()
    add_hook(model.middle, Hook(dtype=torch.float32))
    net = torch.compile(model, backend="eager", fullgraph=True)
    x = torch.randn(3, 6)
    for step in range(3):
        t = torch.full((3, 1), 1 - step / 3)
        x = denoise(x, net(x, t), torch.tensor(0.1))
        print(f"{x.square().mean().item():.4f}")


if __name__ == "__main__":
    main()
