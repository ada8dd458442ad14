from dataclasses import dataclass
from typing import Optional

import torch


@dataclass
class SamplingMetadata:
    temperature: torch.Tensor
    top_k: Optional[torch.Tensor]
    top_p: Optional[torch.Tensor]


def column(values, dtype):
    return torch.tensor(values, dtype=dtype).unsqueeze(1)


def collect(batch, vocab):
    temperature = column([r.temperature for r in batch], torch.float32)
    top_k = top_p = None
    if any(r.top_k > 0 for r in batch):
        top_k = column([r.top_k or vocab for r in batch], torch.long)
    if any(r.top_p < 1 for r in batch):
        top_p = column([r.top_p for r in batch], torch.float32)
    return SamplingMetadata(temperature, top_k, top_p)
