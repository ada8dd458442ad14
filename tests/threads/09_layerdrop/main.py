"""Layer drop, the layers drawn outside of the compiled model (pytorch#95425, MBart)."""
import torch
import torch.nn as nn

from schedule import DropSchedule


class Layer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fc = nn.Linear(dim, dim)

    def forward(self, x):
        return torch.tanh(self.fc(self.norm(x)))


class Encoder(nn.Module):
    def __init__(self, dim=10, layers=3):
        super().__init__()
        self.layers = nn.ModuleList(Layer(dim) for _ in range(layers))
        self.head = nn.Linear(dim, 2)

    def forward(self, x, keep):
        for layer, kept in zip(self.layers, keep):
            if kept:
                x = x + layer(x)
        return self.head(x)


@torch.compile(backend="eager")
def label_smoothing(logits, y):
    return nn.functional.cross_entropy(logits, y, label_smoothing=0.1)


@torch.compile(backend="eager")
def crop(x, start, size: int = 10):
    index = start + torch.arange(size)
    return x[:, index % x.shape[1]]


def main():
    torch.manual_seed(0)
    model = Encoder()
    net = torch.compile(model, backend="eager")
    drop = DropSchedule(layers=3, rate=0.4, seed=1)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(8):
        x = crop(torch.randn(12, 16), torch.randint(16, (1,)))
        y = (x.sum(1) > 0).long()
        loss = label_smoothing(net(x, drop.draw()), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.5f}")


if __name__ == "__main__":
    main()
