"""Integrate a predator-prey model with an adaptive step, compiled by config."""
import torch

from config import SolverConfig
from solver import Solver
from systems import lotka_volterra


def main():
    torch.manual_seed(0)
    cfg = SolverConfig(tol=1e-4, compile=True)
    solver = Solver(lotka_volterra, cfg)
    y = torch.tensor([[10.0, 5.0], [8.0, 4.0], [12.0, 3.0]], dtype=torch.float64)
    h = torch.tensor(cfg.h0, dtype=torch.float64)
    t = torch.zeros((), dtype=torch.float64)
    for i in range(20):
        y, t, h = solver.advance(y, t, h)
        if i % 5 == 4:
            print(f"t {t.item():.5f}  h {h.item():.6f}  prey {y[0, 0].item():.5f}  pred {y[0, 1].item():.5f}")
    print("steps", solver.steps)


if __name__ == "__main__":
    main()
