from torch import nn

from attention import make_processor, merge, split


class ConformerBlock(nn.Module):
    def __init__(self, width, heads, window):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.conv = nn.Conv1d(width, width, 5, padding=2, groups=width)
        self.ff = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 2 * width), nn.SiLU(), nn.Linear(2 * width, width))
        self.processor = make_processor(window)

    def forward(self, x):
        q, k, v = (split(t, self.heads) for t in self.qkv(self.norm(x)).chunk(3, dim=-1))
        x = x + self.out(merge(self.processor(q, k, v)))
        x = x + self.conv(x.transpose(1, 2)).transpose(1, 2)
        return x + self.ff(x)


class AcousticModel(nn.Module):
    def __init__(self, mels=20, width=32, heads=4, depth=5, phones=12):
        super().__init__()
        self.front = nn.Linear(mels, width)
        self.blocks = nn.ModuleList(ConformerBlock(width, heads, 2 + 3 * i) for i in range(depth))
        self.head = nn.Linear(width, phones)

    def compile_repeated_blocks(self, **options):
        for block in self.blocks:
            block.compile(**options)
        return self

    def forward(self, mel):
        x = self.front(mel)
        for block in self.blocks:
            x = block(x)
        return self.head(x)
