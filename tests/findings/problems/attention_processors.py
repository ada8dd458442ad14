import torch
import torch.nn.functional as F
from torch import nn

SCALES = {}


class Processor:
    def __init__(self, name):
        self.name = name

    def __call__(self, attn, x):
        q, k, v = attn.qkv(x).chunk(3, dim=-1)
        return F.scaled_dot_product_attention(q, k, v) * SCALES[self.name]


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)
        self.processor = None

    def set_processor(self, processor):
        self.processor = processor

    def forward(self, x):
        return x + self.processor(self, x)


def main():
    torch.manual_seed(0)
    blocks = nn.ModuleList(Attention(16) for _ in range(10))
    for number, block in enumerate(blocks):
        name = f"blocks.{number}.attn.processor"
        SCALES[name] = torch.tensor(1.0)
        block.set_processor(Processor(name))
        block.compile(backend="eager")
    x = torch.randn(1, 4, 16)
    with torch.no_grad():
        for _ in range(2):
            for block in blocks:
                x = block(x)
    print(tuple(x.shape))


main()
