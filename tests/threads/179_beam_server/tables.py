"""Constant tables, shared by all worker threads of the process."""
import math
import threading

import torch


class TableCache:
    def __init__(self):
        self._lock = threading.Lock()
        self._data = {}

    def get(self, key, make):
        with self._lock:
            if key not in self._data:
                self._data[key] = make(*key)
            return self._data[key]


_TABLES = TableCache()


def _sinusoid(limit, dim):
    pos = torch.arange(limit).unsqueeze(1)
    freq = torch.exp(torch.arange(0, dim, 2) * (-math.log(10000.0) / dim))
    return torch.cat([torch.sin(pos * freq), torch.cos(pos * freq)], dim=1)


def position_table(limit, dim):
    return _TABLES.get((limit, dim), _sinusoid)
