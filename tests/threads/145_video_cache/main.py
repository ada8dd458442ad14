"""Frame interpolation network trained on synthetic clips with a small frame cache."""
import torch

from clips import ClipReader
from loader import batches
from net import Interp


def main():
    torch.manual_seed(9)
    net = Interp(width=6)
    model = torch.compile(net, backend="eager")
    reader = ClipReader(clips=4, size=12, cache=2)
    opt = torch.optim.Adam(net.parameters(), lr=0.01)
    total = 0.0
    for left, right, middle in batches(reader, epochs=2, batch=2):
        loss = (model(left, right) - middle).abs().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item()
    print("total loss %.5f" % total)
    print("cache hits", reader.hits, "of", reader.reads)


if __name__ == "__main__":
    main()
