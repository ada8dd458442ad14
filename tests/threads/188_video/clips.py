import random

import torch

from views import pick_view


class ClipSource:
    """Clips as a decoder hands them over: (frames, height, width, channel), bytes."""

    def __init__(self, n, frames, size):
        g = torch.Generator().manual_seed(1)
        self.labels = torch.arange(n) % 3
        ramp = torch.linspace(0, 1, size)
        self.clips = []
        for y in self.labels.tolist():
            base = [ramp[:, None].expand(size, size), ramp[None].expand(size, size), ramp[:, None] * ramp[None]][y]
            clip = base[None, :, :, None] * torch.linspace(0.4, 1, frames)[:, None, None, None]
            clip = clip.expand(-1, -1, -1, 3) + 0.1 * torch.rand(frames, size, size, 3, generator=g)
            self.clips.append((clip.clamp(0, 1) * 255).to(torch.uint8))

    def __len__(self):
        return len(self.clips)


def collate(clips):
    x = torch.stack(clips).float() / 255
    return x.permute(0, 4, 1, 2, 3).contiguous()


class ClipLoader:
    def __init__(self, source, batch, seed=0):
        self.source, self.batch = source, batch
        self.rng = random.Random(seed)
        self.views = {}

    def __iter__(self):
        order = list(range(len(self.source)))
        self.rng.shuffle(order)
        for i in range(0, len(order), self.batch):
            ids = order[i:i + self.batch]
            x = collate([self.source.clips[j] for j in ids])
            name, view = pick_view(self.rng)
            self.views[name] = self.views.get(name, 0) + 1
            yield view(x), self.source.labels[ids]
