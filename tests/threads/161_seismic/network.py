from torch import nn

from layers import ConvBlock, normalise, taper


class Picker(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        dims = [cfg.channels] + [cfg.width] * cfg.depth
        self.blocks = nn.ModuleList(ConvBlock(a, b) for a, b in zip(dims[:-1], dims[1:]))
        self.out = nn.Conv1d(cfg.width, cfg.n_phases, 1)

    def forward(self, x):
        n = x.shape[0]
        h = taper(normalise(x, self.cfg.batch))
        for block in self.blocks:
            h = block(h)
        return self.out(h).softmax(1)[:n]
