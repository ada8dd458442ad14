from dataclasses import dataclass

import torch


@dataclass
class Segments:
    position_ids: torch.Tensor
    segment_ids: torch.Tensor


def pack(documents):
    flat = torch.cat([torch.as_tensor(d, dtype=torch.long) for d in documents])
    sizes = torch.tensor([0] + [len(d) for d in documents], dtype=torch.long)
    return flat, sizes.cumsum(0)


def position_ids(cu_seqlens):
    lengths = cu_seqlens.diff().tolist()
    return torch.cat([torch.arange(n, device=cu_seqlens.device) for n in lengths])


def describe(cu_seqlens, max_positions):
    positions = position_ids(cu_seqlens)
    return Segments(positions.clamp(max=max_positions - 1), positions.eq(0).cumsum(0) - 1)


def same_segment(seg):
    ids = seg.segment_ids
    causal = torch.ones(ids.numel(), ids.numel(), dtype=torch.bool, device=ids.device).tril()
    return ids[:, None].eq(ids[None, :]) & causal
