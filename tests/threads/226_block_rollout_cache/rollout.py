import torch

from cache import BlockCache


class Roller:
    def __init__(self, model, batch, compile_backend=None):
        cfg = model.cfg
        self.cfg = cfg
        self.cache = BlockCache(cfg.layers, batch, cfg.window, cfg.chunk, cfg.dim)
        self.predict = torch.compile(model, backend=compile_backend) if compile_backend else model

    @torch.no_grad()
    def run(self, first, actions):
        self.cache.reset()
        frames, out = first, []
        for part in actions.split(self.cfg.chunk, dim=1):
            frames = self.predict(frames, part, self.cache)
            self.cache.advance()
            out.append(frames)
        return torch.cat(out, dim=1)
