from dataclasses import dataclass

import torch


@dataclass
class TrainConfig:
    steps: int
    lr: float
    compile: bool = False
    backend: str = "inductor"
    batch: int = 8


class CodecTrainer:
    def __init__(self, model, cfg):
        self.model, self.cfg = model, cfg
        self.compiled = cfg.compile
        self.opt = torch.optim.Adam(model.parameters(), lr=cfg.lr)
        self.gen = torch.Generator().manual_seed(5)
        self.forward = model
        if cfg.compile:
            self.forward = torch.compile(model, backend=cfg.backend, fullgraph=True)

    def _batch(self):
        t = torch.linspace(0, 1, self.model.frame)
        f = torch.rand(self.cfg.batch, 1, generator=self.gen) * 6 + 1
        return torch.sin(2 * torch.pi * f * t) * 0.8

    def _run(self, wave):
        try:
            return self.forward(wave)
        except Exception as e:
            if not self.compiled:
                raise
            print("compile failed, going on without:", type(e).__name__)
            self.compiled, self.forward = False, self.model
            return self.forward(wave)

    def fit(self):
        for it in range(self.cfg.steps):
            wave = self._batch()
            loss = (self._run(wave) - wave).pow(2).mean()
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            yield it, loss.item()
