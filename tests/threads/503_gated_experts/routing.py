from dataclasses import dataclass

import torch

IMAGE_START = 40


@dataclass
class TokenPlan:
    """Which tokens of the sequence are image tokens."""

    gen_mask: torch.Tensor
    text_only: torch.Tensor
    positions: torch.Tensor


def plan_tokens(ids):
    gen_mask = ids >= IMAGE_START
    return TokenPlan(
        gen_mask=gen_mask,
        text_only=~gen_mask.any(),
        positions=torch.arange(ids.shape[1]),
    )
