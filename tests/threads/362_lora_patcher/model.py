import torch.nn.functional as F
from torch import nn


class Linear(nn.Linear):
    weight_function = ()

    def forward(self, x):
        weight = self.weight
        for fn in self.weight_function:
            weight = fn(weight)
        return F.linear(x, weight, self.bias)


class WanBlock(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.qkv, self.out = Linear(dim, 3 * dim), Linear(dim, dim)
        self.fc1, self.fc2 = Linear(dim, 2 * dim), Linear(2 * dim, dim)

    def forward(self, x):
        b, n, d = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(b, n, 3, self.heads, -1).transpose(1, 3).unbind(2)
        y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, n, d)
        x = x + self.out(y)
        return x + self.fc2(F.gelu(self.fc1(self.norm2(x))))


class WanModel(nn.Module):
    def __init__(self, channels=8, dim=32, heads=4, depth=10):
        super().__init__()
        self.patch, self.head = nn.Linear(channels, dim), nn.Linear(dim, channels)
        self.blocks = nn.ModuleList(WanBlock(dim, heads) for _ in range(depth))

    def forward(self, x, sigma):
        h = self.patch(x / (1 + sigma ** 2).sqrt())
        for block in self.blocks:
            h = block(h)
        return self.head(h)
