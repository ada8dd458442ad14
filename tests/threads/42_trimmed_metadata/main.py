"""What the model needs of a batch's metadata, as a named tuple (vllm-fork#1237)."""
import torch
import torch.nn as nn

from metadata import Metadata
from trimming import trim


class Attention(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)

    def forward(self, x, metadata):
        q, k, v = self.qkv(x).chunk(3, -1)
        score = q @ k.mT * q.shape[-1] ** -0.5
        same = metadata.groups[:, None] == metadata.groups[None, :]
        causal = metadata.positions[:, None] >= metadata.positions[None, :]
        return score.masked_fill(~(same & causal), float("-inf")).softmax(-1) @ v


@torch.compile(backend="eager")
def last_of_each(h, ends):
    return h[ends - 1]


@torch.no_grad()
def main():
    torch.manual_seed(0)
    net = torch.compile(Attention(), backend="eager")
    for lengths in ([3, 5], [4, 4], [2, 6], [6, 2]):
        metadata = Metadata(lengths)
        h = net(torch.randn(8, 8), trim(metadata, "groups", "positions"))
        out = last_of_each(h, trim(metadata, "ends").ends)
        print(lengths, f"{out.sum().item():.4f}")


if __name__ == "__main__":
    main()
