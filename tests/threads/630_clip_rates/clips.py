from dataclasses import dataclass

import torch


@dataclass
class Clip:
    name: str
    fps: int
    features: torch.Tensor


class ClipSet:
    def __init__(self, target_fps, frames=48, channels=10, seed=2):
        self.target_fps = target_fps
        gen = torch.Generator().manual_seed(seed)
        rates = [("street", 24), ("harbour", 30), ("kitchen", 20), ("field", 15), ("stage", 50), ("market", 60)]
        self.clips = [
            Clip(name, fps, torch.randn(channels, frames, generator=gen)) for name, fps in rates
        ]

    def ratio(self, clip):
        return self.target_fps / clip.fps

    def __iter__(self):
        for clip in self.clips:
            x = clip.features.unsqueeze(0)
            yield clip.name, x, self.ratio(clip)
