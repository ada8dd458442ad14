import torch.nn as nn

from layers import CausalConv3d, Residual, SpatialUp


class Decoder(nn.Module):
    def __init__(self, latent=4, dim=8):
        super().__init__()
        self.stem = CausalConv3d(latent, dim)
        self.mid = Residual(dim)
        self.up = SpatialUp()
        self.fine = Residual(dim, scale=2)
        self.head = CausalConv3d(dim, 3, scale=2)

    def convs(self):
        return [m for m in self.modules() if isinstance(m, CausalConv3d)]

    def forward(self, z, feats):
        kept = list(feats)
        x, kept[0] = self.stem(z, feats[0])
        x, kept[1] = self.mid(x, feats[1])
        x, kept[2] = self.fine(self.up(x), feats[2])
        x, kept[3] = self.head(x, feats[3])
        return x.clamp(-1, 1), kept
