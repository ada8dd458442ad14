"""Synthesizer: compiles the vocoder if it can, goes on in eager mode if it can't."""
import sys

import torch

from generator import Vocoder


class Synthesizer:
    def __init__(self, cfg):
        self.cfg = cfg
        self.model = Vocoder(cfg).eval()
        self.call = self.model
        self.tried = not cfg.compile.enabled

    def warm_up(self, mel, f0):
        self.tried = True
        c = self.cfg.compile
        fast = torch.compile(self.model, backend=c.backend, fullgraph=c.fullgraph)
        try:
            fast(mel, f0)
        except Exception as e:
            print(f"[synth] compile failed ({type(e).__name__}), eager from now on", file=sys.stderr)
            return
        self.call = fast

    @torch.no_grad()
    def __call__(self, mel, f0):
        if not self.tried:
            self.warm_up(mel, f0)
        return self.call(mel, f0)

    def shuffle_order(self, n):
        """Order in which utterances are spoken; repeatable."""
        g = torch.Generator().manual_seed(self.cfg.seed)
        return torch.randperm(n, generator=g).tolist()
