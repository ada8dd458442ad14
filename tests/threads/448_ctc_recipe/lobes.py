import torch
from torch import nn
from torch.nn import functional as F


class ConvSubsample(nn.Module):
    def __init__(self, feats: int, dim: int):
        super().__init__()
        self.conv = nn.Conv1d(feats, dim, 3, stride=2, padding=1)

    def forward(self, x):
        return F.gelu(self.conv(x.transpose(1, 2))).transpose(1, 2)


class SpeechEncoder(nn.Module):
    def __init__(self, feats: int, dim: int, heads: int = 2):
        super().__init__()
        self.front, self.heads = ConvSubsample(feats, dim), heads
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        x = self.front(x)
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        att = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, t, d)
        return self.norm(x + self.out(att))
