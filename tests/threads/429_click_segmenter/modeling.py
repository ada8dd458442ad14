import math

import torch
from torch import nn


class ImageEncoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.proj = nn.Conv2d(3, cfg.dim, cfg.patch, stride=cfg.patch)
        self.norm = nn.GroupNorm(4, cfg.dim)

    def forward(self, image):
        return torch.relu(self.norm(self.proj(image)))


class PromptEncoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.size = cfg.image_size
        self.register_buffer("freqs", torch.randn(2, cfg.dim // 2))
        self.label_embed = nn.Embedding(2, cfg.dim)

    def position(self, coords):
        angles = 2 * math.pi * (coords / self.size) @ self.freqs
        return torch.cat([angles.sin(), angles.cos()], dim=-1)

    def forward(self, coords, labels):
        valid = (labels >= 0).unsqueeze(-1)
        tokens = self.position(coords) + self.label_embed(labels.clamp(min=0))
        tokens = torch.where(valid, tokens, torch.zeros_like(tokens))
        return tokens.sum(dim=1) / valid.sum(dim=1).clamp(min=1)


class MaskDecoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.mix = nn.Linear(cfg.dim, cfg.dim)
        self.up = nn.Upsample(scale_factor=cfg.patch, mode="nearest")

    def forward(self, features, prompt):
        query = self.mix(prompt)
        logits = torch.einsum("bchw,bc->bhw", features, query)
        return self.up(logits.unsqueeze(1)).squeeze(1)


class ClickSegmenter(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.image_encoder = ImageEncoder(cfg)
        self.prompt_encoder = PromptEncoder(cfg)
        self.mask_decoder = MaskDecoder(cfg)
