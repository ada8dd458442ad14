"""A model whose methods are decorated with a check of their arguments (pytorch#149968, pytorch#147162)."""
import torch
import torch.nn as nn

from checks import checked


class Mixer(nn.Module):
    def __init__(self, tokens=6, dim=8):
        super().__init__()
        self.tokens = nn.Linear(tokens, tokens)
        self.channels = nn.Linear(dim, dim)

    @checked(ndim=3)
    def mix_tokens(self, x, residual=True):
        y = self.tokens(x.transpose(1, 2)).transpose(1, 2)
        return x + y if residual else y

    @checked(ndim=3)
    def mix_channels(self, x, residual=True):
        y = self.channels(torch.relu(x))
        return x + y if residual else y

    def forward(self, x):
        return self.mix_channels(self.mix_tokens(x), residual=False)


@torch.compile(backend="eager")
def pool(x):
    return torch.cat([x.mean(1), x.amax(1)], dim=-1)


@torch.compile(backend="eager")
def hinge(score, y):
    return (1 - y * score).clamp(min=0).mean()


def main():
    torch.manual_seed(0)
    model = Mixer()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(4):
        x = torch.randn(10, 6, 8)
        loss = hinge(pool(net(x)).sum(-1), x.mean((1, 2)).sign())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.5f}")


if __name__ == "__main__":
    main()
