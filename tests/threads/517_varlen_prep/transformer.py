from torch import nn

from dispatch import dispatch_attention


class Block(nn.Module):
    def __init__(self, width=32, heads=4, backend="varlen"):
        super().__init__()
        self.heads = heads
        self.backend = backend
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.proj = nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 64), nn.GELU(), nn.Linear(64, width))

    def forward(self, x):
        q, k, v = self.qkv(self.norm(x)).unflatten(-1, (3, self.heads, -1)).unbind(2)
        x = x + self.proj(dispatch_attention(q, k, v, self.backend).flatten(2))
        return x + self.mlp(x)


class Denoiser(nn.Module):
    def __init__(self, channels=8, width=32, depth=3):
        super().__init__()
        self.inp = nn.Linear(channels, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(depth))
        self.out = nn.Linear(width, channels)

    def compile_repeated_blocks(self, **options):
        for block in self.blocks:
            block.compile(**options)

    def forward(self, latents, sigma):
        hidden = self.inp(latents) * (1 + sigma)
        for block in self.blocks:
            hidden = block(hidden)
        return self.out(hidden)
