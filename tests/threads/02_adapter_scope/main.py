"""Low-rank adapters chosen by a context variable (pytorch#186449, transformers)."""
import torch
import torch.nn as nn

from adapters import AdapterLinear, use_adapter


class Encoder(nn.Module):
    def __init__(self, dim=12):
        super().__init__()
        self.inner = AdapterLinear(dim, dim, ["style", "content"])
        self.outer = AdapterLinear(dim, dim, ["style", "content"])
        self.norm = nn.LayerNorm(dim)

    def branch(self, x, name):
        with use_adapter(name):
            return self.outer(torch.tanh(self.inner(x)))

    def forward(self, x):
        x = self.norm(x)
        return self.branch(x, "style") * torch.sigmoid(self.branch(x, "content"))


@torch.compile(backend="eager")
def contrast(a, b):
    a = nn.functional.normalize(a, dim=-1)
    b = nn.functional.normalize(b, dim=-1)
    return 1 - (a * b).sum(-1).mean()


@torch.compile(backend="eager")
def jitter(x, noise):
    return x + 0.1 * noise


def main():
    torch.manual_seed(0)
    model = Encoder()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(4):
        x = torch.randn(8, 12)
        loss = contrast(net(x), net(jitter(x, torch.randn(8, 12))))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.5f}")


if __name__ == "__main__":
    main()
