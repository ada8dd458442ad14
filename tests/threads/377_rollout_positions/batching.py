from dataclasses import dataclass

import torch

PAD = 0


@dataclass
class Request:
    prompt: list
    max_new_tokens: int


@dataclass
class Batch:
    tokens: torch.Tensor
    input_pos: torch.Tensor
    response_pos: torch.Tensor
    max_new_tokens: int


def left_pad(prompts, width):
    out = torch.full((len(prompts), width), PAD, dtype=torch.long)
    for row, prompt in enumerate(prompts):
        kept = prompt[-width:]
        out[row, width - len(kept):] = torch.tensor(kept)
    return out


def position_table(tokens, max_new_tokens):
    """Positions of the prompt and of the response that will follow it."""
    response = torch.ones(tokens.shape[0], max_new_tokens, dtype=torch.bool)
    valid = torch.cat([tokens != PAD, response], dim=1)
    return (valid.long().cumsum(dim=1) - 1).clamp(min=0)


def collate(requests, width):
    tokens = left_pad([r.prompt for r in requests], width)
    budget = max(r.max_new_tokens for r in requests)
    table = position_table(tokens, budget)
    return Batch(tokens, table[:, :width], table[:, width:], budget)
