import torch

from cell import HeatCell
from solve import fixed_point, phantom, spectral_radius


def make_profiles(count=16, cells=24):
    grid = torch.linspace(0, 1, cells)
    amp = torch.rand(count, 1)
    return amp * torch.sin(3.1416 * grid), amp * grid * (1 - grid)


def main():
    torch.manual_seed(5)
    module = HeatCell()
    cell = torch.compile(module, backend="inductor")
    optimizer = torch.optim.Adam(module.parameters(), lr=0.01)
    x, target = make_profiles()
    for epoch in range(4):
        z, gap = fixed_point(cell, x)
        loss = (phantom(cell, z, x) - target).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if epoch % 2 == 1:
            print(f"epoch {epoch} radius {spectral_radius(cell, z, x):.4f}")
    print(f"loss {loss.item():.5f} gap {gap:.5f}")


if __name__ == "__main__":
    main()
