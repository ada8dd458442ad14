from contextlib import nullcontext

import torch
from torch import nn

from layers import ExpertBlock, Head


class Engine:
    def __init__(self, cfg):
        self.cfg = cfg
        self.embed = nn.Embedding(cfg.vocab, cfg.width)
        self.blocks = nn.ModuleList(ExpertBlock(cfg) for _ in range(cfg.layers))
        self.head = Head(cfg)
        for part in (*self.blocks, self.head):
            part.eval()
            part.compile(backend="aot_eager", dynamic=False)

    def phase(self, name):
        return torch.no_grad() if name in self.cfg.no_grad_phases else nullcontext()

    def step(self, window):
        x = self.embed(window)
        for block in self.blocks:
            x = block(x)
        return self.head(x)

    def warmup(self):
        window = torch.zeros(self.cfg.slots, self.cfg.prompt_len, dtype=torch.long)
        with self.phase("warmup"):
            self.step(window)

    def serve(self, prompts):
        window = self.pack(prompts)
        score = torch.zeros(len(prompts))
        picked = []
        with self.phase("serve"):
            for _ in range(self.cfg.new_tokens):
                best, token = self.step(window).max(-1)
                score = score + best[: len(prompts)]
                picked.append(token[: len(prompts)])
                window = torch.cat([window[:, 1:], token[:, None]], dim=1)
        return torch.stack(picked, 1).tolist(), score.tolist()

    def pack(self, prompts):
        window = torch.zeros(self.cfg.slots, self.cfg.prompt_len, dtype=torch.long)
        for row, prompt in enumerate(prompts):
            tail = torch.tensor(prompt[-self.cfg.prompt_len:])
            window[row, -len(tail):] = tail
        return window
