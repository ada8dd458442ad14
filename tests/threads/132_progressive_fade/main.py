"""Progressive growing of a texture generator: low resolution, fade-in, full resolution."""
import torch

from critic import moments_loss
from generator import Generator
from phases import Timeline


def textures(gen, n=4):
    grid = torch.linspace(0, 6.28, 16)
    phase = torch.rand(n, 1, 1, 1, generator=gen) * 6.28
    return torch.sin(grid[None, None, :, None] + phase) * torch.cos(2 * grid)[None, None, None, :]


def main():
    torch.manual_seed(15)
    net = Generator(latent=6, width=8)
    grow = torch.compile(net, backend="aot_eager")
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    gen = torch.Generator().manual_seed(70)
    timeline = Timeline(low=2, fade=2, full=2)
    for it in range(6):
        alpha = timeline.enter(it)
        loss = moments_loss(grow(torch.randn(4, 6, generator=gen), alpha), textures(gen))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"it {it} alpha {alpha.item():.2f} loss {loss.item():.5f}")


if __name__ == "__main__":
    main()
