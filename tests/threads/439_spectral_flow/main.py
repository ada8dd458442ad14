import torch

from grid import SpectralGrid
from solver import FlowConfig, VorticitySolver


class Diagnostics:
    def __init__(self, solver):
        self.solver = solver

    def energy(self, w):
        u, v = self.solver.velocity(w)
        return 0.5 * (u.abs().pow(2) + v.abs().pow(2)).sum() / self.solver.cfg.n ** 4

    def enstrophy(self, w):
        return 0.5 * w.abs().pow(2).sum() / self.solver.cfg.n ** 4


def main(steps=24, every=6):
    gen = torch.Generator().manual_seed(9)
    cfg = FlowConfig()
    grid = SpectralGrid(cfg.n)
    x, y = grid.coordinates()
    solver = VorticitySolver(cfg, grid, 0.4 * torch.cos(4 * y))
    diag = Diagnostics(solver)
    energy = torch.compile(diag.energy, backend="eager")
    step = torch.compile(solver.step, backend="eager")
    w = torch.fft.rfft2(torch.sin(x) * torch.cos(2 * y) + 0.2 * torch.randn(cfg.n, cfg.n, generator=gen))
    print(f" 0 energy {energy(w).item():.7f}")
    for t in range(1, steps + 1):
        w = step(w)
        if t % every == 0:
            print(f"{t:2d} energy {energy(w).item():.7f} enstrophy {diag.enstrophy(w).item():.6f}")
    print(f"peak {torch.fft.irfft2(w, s=x.shape).abs().max().item():.6f}")


if __name__ == "__main__":
    main()
