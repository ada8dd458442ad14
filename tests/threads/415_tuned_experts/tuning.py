from dataclasses import dataclass
from functools import lru_cache

import torch


@dataclass(frozen=True)
class TileConfig:
    block_rows: int


TABLE = {
    ("few", 64): TileConfig(block_rows=16),
    ("many", 64): TileConfig(block_rows=8),
    ("few", 32): TileConfig(block_rows=32),
    ("many", 32): TileConfig(block_rows=16),
}


def host_class():
    return "many" if torch.get_num_threads() > 8 else "few"


@lru_cache(maxsize=None)
def get_tile_config(width):
    return TABLE.get((host_class(), width), TileConfig(block_rows=32))
