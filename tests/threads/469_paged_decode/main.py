import torch
import torch.nn as nn

from attention import PagedAttention
from metadata import BlockManager


class DecodeLayer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.attn = PagedAttention(dim)
        self.out = nn.Linear(dim, dim)

    def project(self, x):
        return self.qkv(x).chunk(3, dim=-1)

    def forward(self, x, q, k_cache, v_cache, meta):
        return x + self.out(self.attn(q, k_cache, v_cache, meta))


class Engine:
    def __init__(self, dim=16, num_seqs=3, max_blocks=6, block_size=4):
        self.layer = DecodeLayer(dim).eval()
        self.run_layer = torch.compile(self.layer, backend="eager")
        self.blocks = BlockManager(num_seqs, max_blocks, block_size)
        slots = num_seqs * self.blocks.capacity()
        self.k_cache = torch.zeros(slots, dim)
        self.v_cache = torch.zeros(slots, dim)

    @torch.no_grad()
    def step(self, x):
        q, k, v = self.layer.project(x)
        slot = self.blocks.slot()
        self.k_cache[slot] = k
        self.v_cache[slot] = v
        self.blocks.advance()
        return self.run_layer(x, q, self.k_cache, self.v_cache, self.blocks.metadata())


def main():
    torch.manual_seed(2)
    engine = Engine()
    x = torch.randn(3, 16)
    for step in range(20):
        x = torch.tanh(engine.step(x))
        if step % 5 == 4:
            print(step, f"{x.mean():.6f}", f"{x.norm():.6f}")


if __name__ == "__main__":
    main()
