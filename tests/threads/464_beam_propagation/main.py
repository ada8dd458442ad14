import torch

from optics import GridConfig, disc
from retrieval import PhaseRetriever


def make_object(cfg, support):
    phase = 0.6 * torch.randn(cfg.size, cfg.size, dtype=torch.float64)
    return torch.polar(support, phase)


def main():
    torch.manual_seed(8)
    cfg = GridConfig()
    support = disc(cfg, 9)
    solver = PhaseRetriever(cfg, planes=(40.0, 90.0), support=support)
    truth = make_object(cfg, support)
    images = solver.measure(truth)
    guess, history = solver.solve(support.to(truth.dtype), images, sweeps=6)
    print("errors", [f"{e:.5f}" for e in history])
    overlap = (guess.conj() * truth).sum().abs() / (guess.norm() * truth.norm())
    print(f"overlap {overlap.item():.4f}")


if __name__ == "__main__":
    main()
