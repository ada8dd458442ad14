import torch

from config import Reactor
from scopes import TermLog
from solver import advance


def seed_fields(cfg):
    gen = torch.Generator().manual_seed(11)
    u = torch.ones(cfg.size, cfg.size)
    v = torch.zeros(cfg.size, cfg.size)
    mid = slice(cfg.size // 2 - 4, cfg.size // 2 + 4)
    u[mid, mid] = 0.5
    v[mid, mid] = 0.25
    v += 0.01 * torch.rand(v.shape, generator=gen)
    return u, v


def main():
    cfg = Reactor()
    log = TermLog()
    u, v = seed_fields(cfg)
    step = torch.compile(advance, backend="inductor")
    for _ in range(cfg.steps):
        u, v, magnitudes = step(u, v, cfg)
        log.add(magnitudes)
    print(f"mean u {u.mean().item():.5f}  mean v {v.mean().item():.5f}")
    for name, peak in log.summary().items():
        print(f"{name:10s} {peak:.5f}")


if __name__ == "__main__":
    main()
