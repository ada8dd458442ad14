import torch
import torch.nn.functional as F
from torch import nn

from ragged import compact


class CausalBlock(nn.Module):
    def __init__(self, width, reach=3):
        super().__init__()
        self.reach = reach
        self.conv = nn.Conv1d(width, 2 * width, reach)
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        h = F.pad(self.norm(x).transpose(1, 2), (self.reach - 1, 0))
        return x + F.glu(self.conv(h), dim=1).transpose(1, 2)


class Captioner(nn.Module):
    def __init__(self, vocab=50, width=32, features=20):
        super().__init__()
        self.image = nn.Linear(features, width)
        self.embed = nn.Embedding(vocab, width)
        self.blocks = nn.ModuleList(CausalBlock(width) for _ in range(2))
        self.out = nn.Linear(width, vocab)

    def forward(self, features, ids):
        hidden = self.embed(ids) + self.image(features)[:, None]
        for block in self.blocks:
            hidden = block(hidden)
        return self.out(hidden)


class CaptionLoss(nn.Module):
    def __init__(self, captioner):
        super().__init__()
        self.captioner = captioner

    def forward(self, features, ids, targets, lengths):
        logits = self.captioner(features, ids)
        predicted = compact(logits, lengths).data
        expected = compact(targets, lengths).data
        return F.cross_entropy(predicted, expected)
