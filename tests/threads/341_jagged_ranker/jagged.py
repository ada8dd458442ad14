from typing import List

import torch


class JaggedFeature:
    """Item ids of several users, packed into one buffer of fixed capacity."""

    def __init__(self, values: torch.Tensor, lengths: torch.Tensor):
        self._values = values
        self._lengths = lengths
        self._offsets = None

    @classmethod
    def pack(cls, rows: List[torch.Tensor], capacity: int) -> "JaggedFeature":
        values = torch.zeros(capacity, dtype=torch.long)
        flat = torch.cat(rows)[:capacity]
        values[: flat.numel()] = flat
        return cls(values, torch.tensor([row.numel() for row in rows]))

    def values(self) -> torch.Tensor:
        return self._values

    def lengths(self) -> torch.Tensor:
        return self._lengths

    def offsets(self) -> torch.Tensor:
        if self._offsets is None:
            self._offsets = torch.cat([self._lengths.new_zeros(1), self._lengths.cumsum(0)])
        return self._offsets

    def row(self, index: int) -> torch.Tensor:
        start, stop = self.offsets()[index : index + 2]
        return self._values[start:stop]
