import torch


class VideoSession:
    """Keeps the memory of one video between frames."""

    def __init__(self, model, cfg, size):
        self.cfg, self.size = cfg, size
        self.step = torch.compile(model, backend=cfg.backend)
        self.areas = []
        self.reset()

    def reset(self):
        h, w = (s // self.cfg.stride for s in self.size)
        self.memory = torch.zeros(1, self.cfg.width, h, w)
        self.areas.clear()

    def track(self, frame):
        with torch.no_grad(), self.cfg.autocast():
            masks, self.memory = self.step(frame, self.memory)
        self.areas.append(masks.mean(dim=(0, 2, 3)))
        return masks

    def drift(self):
        areas = torch.stack(self.areas)
        return (areas[-1] - areas[0]).abs().max()
