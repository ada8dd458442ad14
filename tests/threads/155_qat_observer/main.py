import torch
import torch.nn.functional as F

from data import batches, spirals
from layers import QuantMLP


def train(model, x, y, epochs, size):
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    losses = []
    model.train()
    for _ in range(epochs):
        for bx, by in batches(x, y, size):
            loss = F.cross_entropy(model(bx), by)
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
    return losses


@torch.no_grad()
def accuracy(net, x, y):
    """On the plain module: not compiled."""
    net.eval()
    return (net(x).argmax(1) == y).float().mean().item()


def main():
    torch.manual_seed(3)
    net = QuantMLP([2, 24, 2], bits=6)
    model = torch.compile(net, backend="eager")
    x, y = spirals(192, seed=1)
    losses = train(model, x, y, epochs=4, size=48)
    print(f"loss {losses[0]:.4f} -> {losses[-1]:.4f}")
    print(f"accuracy {accuracy(net, x, y):.3f}")
    print("ranges", " ".join(f"{float(l.watch['x'].high):.4f}" for l in net.layers))


if __name__ == "__main__":
    main()
