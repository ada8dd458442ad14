from collections import deque

import torch


class FeatureWindow:
    """Most recent features first."""

    def __init__(self, cfg, size):
        self.shape = (1, cfg.width, *size)
        self.window = cfg.window
        self.reset()

    def reset(self):
        self.items = deque(maxlen=self.window)

    def push(self, feat):
        self.items.appendleft(feat)


class ClipRestorer:
    def __init__(self, model, size, scene_cut=0.35):
        self.step = torch.compile(model, backend="eager")
        self.memory = FeatureWindow(model.cfg, size)
        self.scene_cut = scene_cut
        self.previous = None

    def _is_cut(self, frame):
        if self.previous is None:
            return False
        return (frame - self.previous).abs().mean().item() > self.scene_cut

    @torch.no_grad()
    def restore(self, frame, sigma):
        if self._is_cut(frame):
            self.memory.reset()
        self.previous = frame
        clean, feat = self.step((frame, torch.tensor(sigma), *self.memory.items))
        self.memory.push(feat)
        return clean
