import torch
from torch import nn

import merge
from processing import IMAGE, PAD


class VisionTower(nn.Module):
    def __init__(self, dim, patch=8):
        super().__init__()
        self.embed = nn.Conv2d(3, dim, patch, stride=patch)
        self.project = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim))

    def forward(self, pixels):
        return self.project(self.embed(pixels).flatten(2).transpose(1, 2))


class ImageChat(nn.Module):
    def __init__(self, vocab=50, dim=32):
        super().__init__()
        self.tokens = nn.Embedding(vocab, dim, padding_idx=PAD)
        self.vision = VisionTower(dim)
        self.decoder = nn.TransformerEncoderLayer(dim, 4, 64, dropout=0.0, batch_first=True)
        self.head = nn.Linear(dim, vocab)

    def layout(self, input_ids, patches):
        left_padding = torch.all(input_ids[:, -1] != PAD)
        return merge.expanded_positions(input_ids, patches, left_padding)

    def forward(self, input_ids, pixels):
        features = self.vision(pixels)
        patches = features.shape[1]
        positions = self.layout(input_ids, patches)
        keep = (input_ids != PAD) & (input_ids != IMAGE)
        total = input_ids.shape[1] + patches - 1
        merged = merge.scatter_text(self.tokens(input_ids), positions, keep, total)
        slot = (input_ids == IMAGE).long().argmax(-1, keepdim=True)
        merged = merge.place_patches(merged, features, positions.gather(1, slot))
        return self.head(self.decoder(merged))
