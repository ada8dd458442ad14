from dataclasses import dataclass

import torch


@dataclass
class SegConfig:
    embed_dim: int = 32
    num_objects: int = 3
    tokens_per_frame: int = 24
    memory_slots: int = 2
    amp: bool = True
    amp_dtype: torch.dtype = torch.bfloat16
    frames_per_clip: int = 6


def amp_context(cfg: SegConfig):
    return torch.autocast("cpu", dtype=cfg.amp_dtype, enabled=cfg.amp)
