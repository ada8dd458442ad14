from typing import NamedTuple

import torch

from lengths import cumulative, longest, uniform


class VarlenInfo(NamedTuple):
    cu_q: torch.Tensor
    cu_k: torch.Tensor
    max_q: int
    max_k: int


def prepare_varlen(batch, query_len, key_len, device):
    q_lengths = uniform(batch, query_len, device)
    k_lengths = uniform(batch, key_len, device)
    max_q = longest(q_lengths)
    max_k = longest(k_lengths)
    return VarlenInfo(cumulative(q_lengths), cumulative(k_lengths), max_q, max_k)
