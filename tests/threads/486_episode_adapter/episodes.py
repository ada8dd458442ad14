from dataclasses import dataclass

import torch


@dataclass
class Episode:
    support: tuple
    query: tuple
    name: str


def sample_episodes(count, size=32):
    grid = torch.linspace(-1, 1, size).unsqueeze(-1)
    for i in range(count):
        phase, amp = torch.rand(2).mul(2.0).tolist()
        noise = torch.randn(size, 1) * 0.05
        target = amp * torch.sin(3 * grid + phase)
        yield Episode((grid, target + noise), (grid * 0.9, amp * torch.sin(2.7 * grid + phase)),
                      f"episode-{i}")
