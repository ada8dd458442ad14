import torch
from torch import nn
import torch.nn.functional as F


class FrameEncoder(nn.Module):
    def __init__(self, dim, in_dim=12):
        super().__init__()
        self.proj = nn.Linear(in_dim, dim)

    def forward(self, patches):
        return F.gelu(self.proj(patches))


class ObjectDecoder(nn.Module):
    def __init__(self, dim, num_objects):
        super().__init__()
        self.obj_embed = nn.Parameter(torch.randn(1, num_objects, dim) * 0.5)
        self.q = nn.Linear(2 * dim, dim)
        self.k = nn.Linear(dim, dim)
        self.v = nn.Linear(dim, dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, query, frame):
        query = torch.cat([query, self.obj_embed.expand(query.shape[0], -1, -1)], dim=-1)
        q, k, v = self.q(query), self.k(frame), self.v(frame)
        attn = (q @ k.transpose(-1, -2)) * k.shape[-1] ** -0.5
        ctx = attn.softmax(dim=-1) @ v
        new_query = self.out(ctx)
        masks = new_query @ frame.transpose(-1, -2)
        return new_query, masks


class Segmenter(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.encoder = FrameEncoder(cfg.embed_dim)
        self.decoder = ObjectDecoder(cfg.embed_dim, cfg.num_objects)
