from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F

from packets import Packet


@dataclass
class FusionConfig:
    vocab: int = 40
    patch: int = 12
    width: int = 16


class GatedFusion(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.words = nn.Embedding(cfg.vocab, cfg.width)
        self.patches = nn.Linear(cfg.patch, cfg.width)
        self.gate = nn.Linear(2 * cfg.width, cfg.width)
        self.head = nn.Linear(cfg.width, cfg.width)

    def pool_words(self, tokens):
        mask = (tokens > 0).float()
        total = (self.words(tokens) * mask.unsqueeze(-1)).sum(1)
        return total / mask.sum(1, keepdim=True).clamp_min(1.0), mask

    def forward(self, image, tokens):
        visual = torch.relu(self.patches(image)).mean(1)
        text, mask = self.pool_words(tokens)
        gate = torch.sigmoid(self.gate(torch.cat([visual, text], -1)))
        mixed = gate * visual + (1 - gate) * text
        embedding = F.normalize(self.head(mixed), dim=-1)
        return Packet(embedding, gate, caption_mask=mask)
