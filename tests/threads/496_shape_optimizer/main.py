import torch
import torch.nn.functional as F

from net import SmallConv, make_batch
from optimizer import ClippedAdam


def accuracy(logits, y):
    return (logits.argmax(dim=1) == y).float().mean().item()


def train(steps=30):
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(1)
    net = SmallConv()
    opt = ClippedAdam(net.parameters())
    losses = []
    for _ in range(steps):
        x, y = make_batch(gen)
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    x, y = make_batch(gen, size=128)
    with torch.no_grad():
        return losses, accuracy(net(x), y), opt.momentum_norm().item()


if __name__ == "__main__":
    losses, acc, norm = train()
    print(f"first {losses[0]:.4f} last {losses[-1]:.4f}")
    print(f"accuracy {acc:.3f} momentum {norm:.4f}")
