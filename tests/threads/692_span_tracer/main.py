import torch

from engine import Engine
from tracing import log


def batches(count, size, dim):
    source = torch.Generator().manual_seed(9)
    for _ in range(count):
        x = torch.randn(size, dim, generator=source)
        yield x, x[:, 0] - 0.5 * x[:, 1]


def main():
    torch.manual_seed(7)
    engine = Engine(dim=16, depth=3, lr=0.05)
    losses = [engine.step(x, y) for x, y in batches(12, 32, 16)]
    print(f"first {losses[0]:.4f} last {losses[-1]:.4f}")
    print(f"steps timed {len(log.spans['Engine.step'])}")


if __name__ == "__main__":
    main()
