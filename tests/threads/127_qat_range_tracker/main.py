"""Quantization-aware fine-tuning of a small gesture classifier."""
import torch

from gestures import stream
from qmodel import GestureNet


def main():
    torch.manual_seed(19)
    net = GestureNet(channels=3, width=10, classes=4)
    net.compile(backend="aot_eager")
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for it, (x, y) in enumerate(stream(6)):
        loss = torch.nn.functional.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"it {it} loss {loss.item():.4f}")
    scales = [q.scale().item() for q in net.quantizers()]
    print("scales", [round(s, 5) for s in scales])
    print("weight range", round(net.a.weight_scale().item(), 5))


if __name__ == "__main__":
    main()
