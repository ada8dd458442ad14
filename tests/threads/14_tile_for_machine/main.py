"""A kernel whose tile depends on the machine (aiter#2688: lru_cache in get_arch)."""
import torch
import torch.nn as nn

from kernels import tiled_matmul


class TiledLinear(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(cin, cout) / cin**0.5)
        self.bias = nn.Parameter(torch.zeros(cout))

    def forward(self, x):
        return tiled_matmul(x, self.weight) + self.bias


def build():
    return nn.Sequential(TiledLinear(16, 32), nn.GELU(), TiledLinear(32, 4))


@torch.compile(backend="eager")
def margin(logits, y):
    right = logits.gather(1, y[:, None])
    return (1 + logits - right).clamp(min=0).mean()


@torch.compile(backend="eager")
def l2(x):
    return nn.functional.normalize(x, dim=-1) * 4


def main():
    torch.manual_seed(0)
    model = build()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(4):
        x = l2(torch.randn(8, 16))
        loss = margin(net(x), x[:, :4].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
