from collections import namedtuple
from dataclasses import dataclass

import torch


def row_type(fields):
    return namedtuple("Row", fields)


def column(rows, name, dtype):
    return torch.tensor([row[name] for row in rows], dtype=dtype)


@dataclass(frozen=True)
class Schema:
    ids: tuple
    dense: tuple
    extra: tuple

    def columns(self, rows):
        for name in self.ids:
            yield name, column(rows, name, torch.long)
        yield "dense", torch.stack(
            [column(rows, name, torch.float32) for name in self.dense], dim=-1
        )
        for name in self.extra:
            yield name, column(rows, name, torch.float32)

    def collate(self, rows):
        cols = dict(self.columns(rows))
        row = row_type(tuple(cols))
        return row(**cols)
