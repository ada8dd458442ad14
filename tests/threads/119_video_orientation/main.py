"""Self-supervised speed prediction on short clips; clips of phones may be turned."""
import torch

from clips import ClipLoader
from net import SpeedNet


def main():
    torch.manual_seed(0)
    net = SpeedNet(channels=8, classes=3)
    net.compile(backend="aot_eager")
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    seen, losses = 0, []
    for clip, speed in ClipLoader(n=8, frames=4, side=16):
        loss = torch.nn.functional.cross_entropy(net(clip), speed)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
        losses.append(loss.item())
        seen += clip.shape[0]
    print("clips", seen)
    print("loss", " ".join(f"{v:.4f}" for v in losses))


if __name__ == "__main__":
    main()
