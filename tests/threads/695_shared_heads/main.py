import torch

from collect import Running
from model import SharedTrunk


def batches(count, size, generator):
    for _ in range(count):
        base = torch.randn(size, 12, generator=generator)
        x = torch.cat([base, base + 0.1 * torch.randn(size, 12, generator=generator)])
        yield x, {"value": x.mean(1) * 3.0, "kind": (x[:, 0] > 0).long() + (x[:, 1] > 0).long()}


def main():
    torch.manual_seed(21)
    model = SharedTrunk(12, 32, classes=3)
    step = torch.compile(model, backend="aot_eager", fullgraph=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    meter = Running()
    for x, labels in batches(10, 16, torch.Generator().manual_seed(2)):
        loss, parts = step(x, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meter.add(loss.item())
    print(f"mean loss {meter.mean:.4f}")
    print("last parts", [round(p, 4) for p in parts.tolist()])


if __name__ == "__main__":
    main()
