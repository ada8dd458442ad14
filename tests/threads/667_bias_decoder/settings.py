import copy
from dataclasses import dataclass

import torch


@dataclass
class DecodeSettings:
    temperature: float = 1.0
    repetition_penalty: float = 1.2
    token_bias: torch.Tensor = None


def banned_tokens(vocab, tokens):
    bias = torch.zeros(vocab)
    bias[list(tokens)] = -1e4
    return bias


def resolve(settings, **overrides):
    merged = copy.deepcopy(settings)
    for name, value in overrides.items():
        setattr(merged, name, value)
    return merged
