"""Registry of logits processors."""
import torch

from stats import token_counts

REGISTRY = {}


def register(name):
    def wrap(cls):
        REGISTRY[name] = cls
        return cls

    return wrap


def build(spec):
    return [REGISTRY[name](**kw) for name, kw in spec]


@register("temperature")
class Temperature:
    def __init__(self, t):
        self.t = t

    def __call__(self, logits, tokens, mask):
        return logits / self.t


@register("repetition")
class Repetition:
    def __init__(self, penalty):
        self.penalty = penalty

    def __call__(self, logits, tokens, mask):
        seen = token_counts(tokens, mask, logits.shape[-1]) > 0
        scaled = torch.where(logits > 0, logits / self.penalty, logits * self.penalty)
        return torch.where(seen, scaled, logits)


@register("key")
class InKey:
    def __init__(self, allowed):
        self.allowed = torch.tensor(allowed)

    def __call__(self, logits, tokens, mask):
        bias = torch.full_like(logits, -4.0)
        bias[:, self.allowed] = 0.0
        return logits + bias
