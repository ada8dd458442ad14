import math
import weakref

import torch

_LIVE = weakref.WeakValueDictionary()


def build_table(length, width):
    steps = torch.arange(length, dtype=torch.float32)[:, None]
    rates = torch.exp(torch.arange(0, width, 2).float() * (-math.log(1000.0) / width))
    table = torch.zeros(length, width)
    table[:, 0::2] = torch.sin(steps * rates)
    table[:, 1::2] = torch.cos(steps * rates)
    return table


def register(name, length, width):
    table = build_table(length, width)
    _LIVE[name] = table
    return table


def lookup(name):
    table = _LIVE.get(name)
    if table is None:
        raise KeyError(name)
    return table
