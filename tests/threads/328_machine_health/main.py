from dataclasses import dataclass

import torch
import torch.nn as nn

from blocks import CausalBlock
from stream import RunningScore, StreamState


@dataclass
class MonitorConfig:
    width: int = 8
    kernel: int = 4
    depth: int = 6
    chunk: int = 16
    chunks: int = 5
    momentum: float = 0.1
    threshold: float = 2.0


class Forecaster(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.embed = nn.Linear(3, cfg.width)
        self.blocks = nn.ModuleList(
            CausalBlock(cfg.width, cfg.kernel, f"conv{i}") for i in range(cfg.depth))
        self.readout = nn.Linear(cfg.width, 3)

    def compile_blocks(self):
        for block in self.blocks:
            block.compile(backend="eager")

    def forward(self, readings, stream):
        h = self.embed(readings)
        for block in self.blocks:
            h = block(h, stream)
        stream.frames += readings.shape[1]
        return self.readout(h)


class Monitor:
    def __init__(self, cfg, machines):
        self.cfg = cfg
        self.model = Forecaster(cfg).eval()
        self.model.compile_blocks()
        self.streams = {m: StreamState.fresh(m, self.model.blocks, 2, cfg.width) for m in machines}
        self.scores = {m: RunningScore(cfg.momentum) for m in machines}

    @torch.no_grad()
    def observe(self, machine, readings):
        pred = self.model(readings[:, :-1], self.streams[machine])
        error = (pred - readings[:, 1:]).square().mean()
        return self.scores[machine].update(error)


def readings(cfg, phase, step):
    t = torch.arange(cfg.chunk + 1) + step * cfg.chunk
    base = torch.stack([torch.sin(0.2 * t + phase), torch.cos(0.1 * t), 0.01 * t], dim=-1)
    return base + 0.05 * torch.randn(2, *base.shape)


def main():
    torch.manual_seed(1)
    cfg = MonitorConfig()
    monitor = Monitor(cfg, ["press", "lathe"])
    for step in range(cfg.chunks):
        for phase, machine in enumerate(monitor.streams):
            z = monitor.observe(machine, readings(cfg, phase, step))
            flag = "ALARM" if abs(z) > cfg.threshold else "ok"
            print(f"{step} {machine} z={float(z):.5f} {flag}")
    print({m: s.frames for m, s in monitor.streams.items()})


if __name__ == "__main__":
    main()
