import torch
import torch.nn as nn


class ImageEncoder(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.conv = nn.Conv2d(3, dim, 3, padding=1)

    def forward(self, x):
        return torch.relu(self.conv(x))


class PromptEncoder(nn.Module):
    """One vector for each click, which a padding point is added to."""

    def __init__(self, dim, size):
        super().__init__()
        self.size = size
        self.register_buffer("gauss", torch.randn(2, dim // 2))
        self.kinds = nn.Embedding(3, dim)

    def forward(self, points, labels):
        points = torch.cat([points + 0.5, torch.zeros_like(points[:, :1])], 1)
        labels = torch.cat([labels, torch.full_like(labels[:, :1], 2)], 1)
        angle = (2 * points / self.size - 1) @ self.gauss
        return torch.cat([angle.sin(), angle.cos()], -1) + self.kinds(labels)


class MaskDecoder(nn.Module):
    def forward(self, features, prompt):
        return torch.einsum("bdhw,bd->bhw", features, prompt)
