"""Which projections of a decoder run in reduced precision."""
import functools
from dataclasses import dataclass

import torch
from torch.utils._ordered_set import OrderedSet

PRESETS = {
    "safe": ["attn.q", "attn.k", "lm_head"],
    "fast": ["lm_head"],
    "none": [],
}


@dataclass
class PrecisionConfig:
    preset: str = "safe"
    extra: tuple = ()
    low: torch.dtype = torch.bfloat16


def keep_full(names, tag):
    return tag in names


def build_policy(cfg):
    names = OrderedSet(PRESETS[cfg.preset])
    names.update(cfg.extra)
    return functools.partial(keep_full, names)


def describe(cfg):
    return f"{cfg.preset}+{len(cfg.extra)} -> {str(cfg.low).split('.')[-1]}"
