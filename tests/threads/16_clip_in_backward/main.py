"""A recurrent net whose gradient is clipped between steps (pytorch#138215)."""
import torch
import torch.nn as nn

from gradients import clip_gradient


class Recurrent(nn.Module):
    def __init__(self, cin=3, hidden=8):
        super().__init__()
        self.inp = nn.Linear(cin, hidden)
        self.rec = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, 1)

    def advance(self, x, h):
        return torch.relu(self.inp(x) + self.rec(clip_gradient(h, 0.05)))

    def forward(self, xs):
        h = torch.ones(xs.shape[0], self.rec.in_features)
        for x in xs.unbind(1):
            h = self.advance(x, h)
        return self.out(h).squeeze(-1)


@torch.compile(backend="aot_eager")
def relative_error(pred, y):
    return ((pred - y).abs() / (1 + y.abs())).mean()


@torch.compile(backend="aot_eager")
def difference(xs):
    return xs[:, 1:] - xs[:, :-1]


def main():
    torch.manual_seed(0)
    model = Recurrent()
    net = torch.compile(model, backend="aot_eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(4):
        xs = difference(torch.randn(10, 4, 3))
        loss = relative_error(net(xs), xs.sum((1, 2)))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.5f}")


if __name__ == "__main__":
    main()
