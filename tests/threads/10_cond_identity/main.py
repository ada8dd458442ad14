"""A recurrent state that is renormalized only when it grew (pytorch#158375, transformers#39488)."""
import torch
import torch.nn as nn

from branches import renormalize


class Cell(nn.Module):
    def __init__(self, cin, hidden):
        super().__init__()
        self.inp = nn.Linear(cin, hidden)
        self.rec = nn.Linear(hidden, hidden, bias=False)

    def forward(self, x, h):
        h = self.inp(x) + 1.5 * self.rec(h)
        return renormalize(h, limit=2.0)


class Rnn(nn.Module):
    def __init__(self, cin=4, hidden=8):
        super().__init__()
        self.cell = Cell(cin, hidden)
        self.hidden = hidden

    def forward(self, x):
        h = x.new_zeros(x.shape[0], self.hidden)
        for t in range(x.shape[1]):
            h = self.cell(x[:, t], h)
        return h.mean(-1)


@torch.compile(backend="aot_eager")
def scale(x, gain):
    return x * gain.exp()


@torch.compile(backend="aot_eager")
def mse(a, b):
    return (a - b).square().mean()


def main():
    torch.manual_seed(0)
    model = Rnn()
    net = torch.compile(model, backend="aot_eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    for gain in (0.0, 1.0, 0.5):
        x = scale(torch.randn(5, 3, 4), torch.tensor(gain))
        loss = mse(net(x), x.mean((1, 2)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"{loss.item():.5f}")


if __name__ == "__main__":
    main()
