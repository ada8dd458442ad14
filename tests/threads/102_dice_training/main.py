"""Train a tiny segmentation net; the whole loss step is compiled."""
import torch

from data import shapes
from losses import total_loss
from net import TinySeg


def make_step(net):
    def step(image, label):
        return total_loss(net(image), label)
    return step


def main():
    torch.manual_seed(0)
    net = TinySeg(width=8)
    step = torch.compile(make_step(net), backend="aot_eager")
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    history = []
    for image, label in shapes(8, batch=2, size=16, seed=3):
        loss = step(image, label)
        loss.backward()
        opt.step()
        opt.zero_grad()
        history.append(loss.item())
    print("loss", " ".join(f"{v:.4f}" for v in history))
    with torch.no_grad():
        image, label = next(shapes(1, batch=2, size=16, seed=9))
        hit = (net(image) > 0).squeeze(1)[label == 1].float().mean()
    print(f"recall {hit.item():.4f}")


if __name__ == "__main__":
    main()
