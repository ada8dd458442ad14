import torch

from flow import Fluid, shear_layer
from operators import divergence, kinetic_energy


def main():
    size, steps = 32, 6
    generator = torch.Generator().manual_seed(11)
    fluid = Fluid(size)
    u, v = shear_layer(size, generator)
    p = torch.zeros(size, size, dtype=torch.float64)
    advance = torch.compile(fluid.step, backend="aot_eager")
    for n in range(steps):
        u, v, p = advance(u, v, p)
        if n % 2 == 1:
            print(f"step {n + 1}: energy {kinetic_energy(u, v).item():.6f}")
    print(f"div {divergence(u, v, fluid.h).square().mean().sqrt().item():.5f}")
    print(f"p {p.abs().max().item():.6f}")


if __name__ == "__main__":
    main()
