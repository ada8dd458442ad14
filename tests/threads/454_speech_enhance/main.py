"""Small speech enhancement service working through a mixed queue of jobs."""
import math
from dataclasses import dataclass

import torch

from enhancer import Enhancer
from runtime import Runtime, RuntimeConfig


@dataclass(frozen=True)
class Job:
    name: str
    kind: str
    samples: int


def synth(job, rate=16000):
    t = torch.arange(job.samples) / rate
    voice = torch.sin(2 * math.pi * 220 * t) * torch.sin(2 * math.pi * 3 * t).abs()
    return voice + 0.2 * torch.randn(job.samples)


def snr(before, after):
    return 10 * torch.log10(after.pow(2).mean() / (before - after).pow(2).mean())


class Service:
    def __init__(self, runtime, enhancer):
        self.runtime, self.enhancer = runtime, enhancer

    def handle(self, job):
        wave = synth(job)
        with self.runtime.job(job.kind):
            out = self.enhancer(wave)
        return f"{job.name:8s} rms {out.pow(2).mean().sqrt():.4f} snr {snr(wave, out):.3f}"


if __name__ == "__main__":
    torch.manual_seed(7)
    service = Service(Runtime(RuntimeConfig()), Enhancer())
    queue = [
        Job("call-1", "live", 4096),
        Job("show-9", "bulk", 16384),
        Job("call-2", "live", 8192),
        Job("clip-3", "preview", 6000),
        Job("show-10", "bulk", 12000),
    ]
    for job in queue:
        print(service.handle(job))
    print(service.runtime.report())
