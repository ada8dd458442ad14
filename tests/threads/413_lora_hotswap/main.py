import torch
from torch import nn
from torch.nn import functional as F

from adapters import LoraConfig, inject
from hotswap import hotswap_adapter, random_state


class Block(nn.Module):
    def __init__(self, dim, heads=2):
        super().__init__()
        self.heads = heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        h = self.norm(x)
        q, k, v = (p(h).unflatten(-1, (self.heads, -1)).transpose(1, 2)
                   for p in (self.q_proj, self.k_proj, self.v_proj))
        return x + F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)


STYLES = {"photo": 4, "sketch": 8, "anime": 2, "pixel": 16, "ink": 6}


def main():
    torch.manual_seed(0)
    denoiser = nn.Sequential(Block(32), Block(32), nn.Linear(32, 32)).eval()
    inject(denoiser, LoraConfig())
    sample = torch.randn(2, 12, 32)
    compiled = torch.compile(denoiser, backend="eager", dynamic=False)
    with torch.no_grad():
        for seed, (style, alpha) in enumerate(STYLES.items()):
            config = LoraConfig(lora_alpha=alpha)
            hotswap_adapter(denoiser, random_state(denoiser, config, seed), config)
            x = sample
            for _ in range(3):
                x = x - 0.1 * compiled(x)
            print(f"{style:7s} {x.norm().item():.5f} {x.std().item():.6f}")


if __name__ == "__main__":
    main()
