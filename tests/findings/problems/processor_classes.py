import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)
        self.bias_function = None

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        bias = self.bias_function(x) if self.bias_function is not None else None
        return x + F.scaled_dot_product_attention(q, k, v, attn_mask=bias)


def make_bias(weight):
    def bias(x):
        length = x.shape[1]
        return weight.expand(length, length)

    return bias


def main():
    torch.manual_seed(0)
    blocks = nn.ModuleList(Attention(16) for _ in range(10))
    weight = torch.zeros(1, 1)
    for block in blocks:
        block.bias_function = make_bias(weight)
        block.compile(backend="eager")
    x = torch.randn(1, 4, 16)
    with torch.no_grad():
        for _ in range(2):
            for block in blocks:
                x = block(x)
    print(tuple(x.shape))


main()
