import torch.nn as nn

from layers import ConvStem, make_context


class Tagger(nn.Module):
    def __init__(self, features, width, tags, context):
        super().__init__()
        self.stem = ConvStem(features, width)
        self.context = make_context(context, width)
        self.norm = nn.LayerNorm(width)
        self.head = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, tags))

    def forward(self, x):
        x = self.stem(x)
        mixed, _ = self.context(x)
        return self.head(self.norm(x + mixed))
