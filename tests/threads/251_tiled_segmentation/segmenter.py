import torch
import torch.nn as nn

from tiling import TileSpec, blend_window, cut, tile_origins


class ConvBlock(nn.Sequential):
    def __init__(self, cin, cout, dilation=1):
        super().__init__(
            nn.Conv2d(cin, cout, 3, padding=dilation, dilation=dilation),
            nn.GroupNorm(4, cout),
            nn.SiLU(),
        )


class LandCoverNet(nn.Module):
    def __init__(self, bands=4, classes=5, width=16):
        super().__init__()
        self.stem = ConvBlock(bands, width)
        self.context = ConvBlock(width, width, dilation=2)
        self.head = nn.Conv2d(width, classes, 1)

    def forward(self, x):
        low = x.amin(dim=(-2, -1), keepdim=True)
        high = x.amax(dim=(-2, -1), keepdim=True)
        x = (x - low) / (high - low + 1e-4)
        h = self.stem(x)
        h = h + self.context(h)
        return self.head(h)


class SceneSegmenter:
    def __init__(self, net, spec=TileSpec(), classes=5):
        self.spec = spec
        self.classes = classes
        self.net = torch.compile(net.eval(), backend="eager", dynamic=False)
        self.window = blend_window(spec)

    @torch.no_grad()
    def segment(self, scene):
        _, _, height, width = scene.shape
        size = self.spec.size
        logits = torch.zeros(1, self.classes, height + size, width + size)
        weight = torch.zeros(1, 1, height + size, width + size)
        for top, left in tile_origins(height, width, self.spec):
            out = self.net(cut(scene, top, left, size))
            area = (..., slice(top, top + size), slice(left, left + size))
            logits[area] += out * self.window
            weight[area] += self.window
        logits = logits[..., :height, :width] / weight[..., :height, :width]
        return logits.softmax(dim=1)
