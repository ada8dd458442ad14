from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Column:
    name: str
    width: int
    scale: float = 1.0

    def present(self, rows):
        return any(self.name in row for row in rows)

    def pack(self, rows):
        empty = [0.0] * self.width
        return torch.tensor([row.get(self.name, empty) for row in rows]) * self.scale


COLUMNS = (
    Column("price", 1, 2.0),
    Column("clicks", 2),
    Column("geo", 2),
    Column("ref", 3, 0.5),
)


def assemble(columns, rows):
    batch = {}
    for column in columns:
        if column.present(rows):
            batch[column.name] = column.pack(rows)
    return batch
