"""Per-step description of the running decode batch."""
from dataclasses import dataclass

import torch


@dataclass
class DecodeMetadata:
    block_tables: torch.Tensor
    seq_lens: torch.Tensor
    max_decode_seq_len: int
    block_size: int

    @property
    def num_blocks(self):
        return -(-self.max_decode_seq_len // self.block_size)


class BlockManager:
    def __init__(self, num_seqs, max_blocks, block_size):
        self.block_size = block_size
        self.max_blocks = max_blocks
        order = torch.randperm(num_seqs * max_blocks)
        self.tables = order.reshape(num_seqs, max_blocks)
        self.lens = torch.zeros(num_seqs, dtype=torch.long)

    def capacity(self):
        return self.max_blocks * self.block_size

    def slot(self):
        block = self.lens // self.block_size
        base = self.tables.gather(1, block[:, None])[:, 0] * self.block_size
        return base + self.lens % self.block_size

    def advance(self):
        self.lens = self.lens + 1

    def metadata(self):
        return DecodeMetadata(self.tables, self.lens, int(self.lens.max()), self.block_size)
