"""Trains the caption model on synthetic region features."""
from dataclasses import dataclass

import torch

from model import Captioner
from objectives import caption_nll, coverage_penalty, topk_accuracy


@dataclass
class TrainConfig:
    vocab: int = 40
    regions: int = 9
    regions_dim: int = 24
    batch: int = 12
    max_words: int = 10
    coverage: float = 0.1
    lr: float = 1e-2
    steps: int = 6


class CaptionData:
    def __init__(self, cfg, seed=0):
        self.cfg = cfg
        self.gen = torch.Generator().manual_seed(seed)

    def batch(self):
        cfg = self.cfg
        regions = torch.randn(cfg.batch, cfg.regions, cfg.regions_dim, generator=self.gen)
        lengths = torch.randint(3, cfg.max_words + 1, (cfg.batch,), generator=self.gen)
        words = torch.randint(1, cfg.vocab, (cfg.batch, cfg.max_words + 1), generator=self.gen)
        words[:, 1::2] = words[:, ::2][:, : words[:, 1::2].shape[1]] // 2 + 1
        inside = torch.arange(cfg.max_words + 1) <= lengths[:, None]
        return regions, words * inside, lengths


class Trainer:
    def __init__(self, cfg):
        self.cfg = cfg
        self.model = Captioner(cfg.vocab, cfg.regions_dim)
        self.opt = torch.optim.Adam(self.model.parameters(), lr=cfg.lr)
        self.objective = torch.compile(self.compute, backend="aot_eager", fullgraph=True)

    def compute(self, regions, words, lengths):
        logits, alphas = self.model(regions, words[:, :-1])
        loss = caption_nll(logits, words[:, 1:], lengths)
        return loss + coverage_penalty(alphas, self.cfg.coverage), logits

    def step(self, regions, words, lengths):
        loss, logits = self.objective(regions, words, lengths)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item(), topk_accuracy(logits, words[:, 1:], lengths, k=5).item()


if __name__ == "__main__":
    torch.manual_seed(1)
    cfg = TrainConfig()
    data, trainer = CaptionData(cfg), Trainer(cfg)
    for step in range(cfg.steps):
        loss, top5 = trainer.step(*data.batch())
        print(f"step {step} loss {loss:.3f} top5 {top5:.3f}")
