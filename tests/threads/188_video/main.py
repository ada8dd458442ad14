"""Action recognition on synthetic clips with a (2+1)D network."""
import torch

from clips import ClipLoader, ClipSource
from net import R2Plus1D
from trainer import train_epoch


def main():
    torch.manual_seed(13)
    loader = ClipLoader(ClipSource(n=24, frames=4, size=12), batch=4)
    net = R2Plus1D(n_classes=3)
    net = torch.compile(net, backend="aot_eager")
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for epoch in range(2):
        loss, acc = train_epoch(net, loader, opt)
        print(f"epoch {epoch}: loss {loss:.4f} acc {acc:.3f}")
    print(f"views {loader.views}")


if __name__ == "__main__":
    main()
