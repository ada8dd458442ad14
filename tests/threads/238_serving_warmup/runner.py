from dataclasses import dataclass

import torch

from layers import Decoder


@dataclass
class EngineConfig:
    vocab: int = 64
    batch: int = 2
    max_len: int = 16
    heads: int = 4
    dim: int = 32
    depth: int = 2
    warmup_steps: int = 2


class RunnerBase:
    def __init__(self, cfg):
        self.cfg = cfg
        self.model = Decoder(cfg.vocab, cfg.dim, cfg.heads, cfg.depth).eval()
        self.step_fn = torch.compile(self.model, backend="eager")

    @torch.inference_mode()
    def open(self, prompt):
        c = self.cfg
        shape = (2, len(prompt), c.heads, c.max_len, c.dim // c.heads)
        return torch.tensor(prompt).view(-1, 1), [torch.zeros(shape) for _ in range(c.depth)]

    def inputs(self, tokens, step):
        pos = torch.full((1,), step, dtype=torch.long)
        mask = (torch.arange(self.cfg.max_len) <= step)[None, None, None]
        return tokens, pos, mask

    @torch.inference_mode()
    def warm_up(self):
        tokens, caches = self.open([0] * self.cfg.batch)
        for step in range(self.cfg.warmup_steps):
            tokens, pos, mask = self.inputs(tokens, step)
            _, caches = self.step_fn(tokens, pos, caches, mask)

    @torch.inference_mode()
    def execute(self, tokens, step, caches):
        tokens, pos, mask = self.inputs(tokens, step)
        return self.step_fn(tokens, pos, caches, mask)


class SamplingRunner(RunnerBase):
    def __init__(self, cfg, temperature=1.0):
        super().__init__(cfg)
        self.temperature = temperature
        self.logprob = 0.0

    @torch.no_grad()
    def execute(self, tokens, step, caches):
        tokens, pos, mask = self.inputs(tokens, step)
        logits, caches = self.step_fn(tokens, pos, caches, mask)
        logp = torch.log_softmax(logits / self.temperature, -1)
        nxt = logp.argmax(-1, keepdim=True)
        self.logprob += logp.gather(-1, nxt).sum().item()
        return nxt, caches
