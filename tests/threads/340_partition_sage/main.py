import torch
from torch import nn

from partitions import NeighborLoader, Partition, PartitionConfig
from sage import SAGE

DIM, CLASSES = 8, 4
CONFIGS = [
    PartitionConfig(nodes=32, threads=1),
    PartitionConfig(nodes=64, threads=2),
    PartitionConfig(nodes=96, threads=3),
]


def main():
    torch.manual_seed(1)
    gen = torch.Generator().manual_seed(1)
    loaders = [NeighborLoader(Partition(cfg, DIM, CLASSES, gen), gen) for cfg in CONFIGS]
    model = SAGE(DIM, 16, CLASSES)
    net = torch.compile(model, backend="aot_eager")
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(3):
        for part, loader in enumerate(loaders):
            total = 0.0
            for x_dst, x_src, dst, y in loader:
                loss = nn.functional.cross_entropy(net(x_dst, x_src, dst), y)
                opt.zero_grad()
                loss.backward()
                opt.step()
                total += loss.item()
            print(f"epoch {epoch} part {part} loss {total / len(loader):.5f}")


if __name__ == "__main__":
    main()
