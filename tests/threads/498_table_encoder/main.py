import torch
import torch.nn.functional as F

from model import TabularNet
from stats import column_means


def make_table(rows, gen):
    num = torch.randn(rows, 4, generator=gen)
    cat = torch.stack([torch.randint(0, n, (rows,), generator=gen) for n in (3, 5)], dim=1)
    target = ((num[:, 0] + 0.5 * cat[:, 1]) > 1.0).long()
    num[torch.rand(rows, 4, generator=gen) < 0.1] = float("nan")
    return {"num": num, "cat": cat}, target


def batches(frame, target, size):
    for start in range(0, target.numel(), size):
        rows = slice(start, start + size)
        yield {name: feat[rows] for name, feat in frame.items()}, target[rows]


def main():
    torch.manual_seed(0)
    frame, target = make_table(256, torch.Generator().manual_seed(3))
    net = TabularNet(column_means(frame["num"]), (3, 5))
    compiled = torch.compile(net, backend="inductor")
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(3):
        total = 0.0
        for part, y in batches(frame, target, 64):
            loss = F.cross_entropy(compiled(part), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        print(f"epoch {epoch} loss {total / 4:.3f}")
    print(f"weight norm {net.encoders['num'].weight.norm().item():.3f}")


if __name__ == "__main__":
    main()
