from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Policy:
    temperature: float = 0.8
    max_new: int = 4
    banned: tuple = (0, 1)

    def shape(self, logits):
        logits = logits / self.temperature
        for token in self.banned:
            logits[:, token] = -1e4
        return logits


@dataclass
class RequestContext:
    tag: str
    policy: Policy
    rows: int = 1


class Batcher:
    """Hands out one (context, prompt batch) pair per request."""

    def __init__(self, node, vocab, window, requests):
        self.node = node
        self.vocab = vocab
        self.window = window
        self.requests = requests
        self.policy = Policy()

    def _prompt(self, rid, rows):
        gen = torch.Generator().manual_seed(100 + rid)
        return torch.randint(2, self.vocab, (rows, self.window), generator=gen)

    def _context(self, rid):
        return RequestContext(
            tag=f"{self.node}-{rid:04d}",
            policy=self.policy,
            rows=2 + rid % 3,
        )

    def __iter__(self):
        for rid in range(self.requests):
            ctx = self._context(rid)
            yield ctx, self._prompt(rid, ctx.rows)
