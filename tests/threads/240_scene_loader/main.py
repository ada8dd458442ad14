import torch
from torch import nn

from loader import BatchLoader, TileCache
from scene import Archive


class CoverNet(nn.Module):
    def __init__(self, bands, classes=2, width=8):
        super().__init__()
        self.stem = nn.Conv2d(bands + 1, width, 3, padding=1)
        self.head = nn.Conv2d(width, classes, 1)

    def forward(self, tiles):
        red, nir = tiles[:, 2:3], tiles[:, 3:4]
        ndvi = (nir - red) / (nir + red + 1e-4)
        return self.head(torch.relu(self.stem(torch.cat([tiles, ndvi], 1))))


def main(epochs=3):
    torch.manual_seed(3)
    archive = Archive(n_tiles=16, size=12, seed=3)
    cache = TileCache(archive, capacity=16)
    loader = BatchLoader(cache, archive.cover, batch_size=4)
    net = CoverNet(len(archive.bands))
    compiled = torch.compile(net, backend="eager")
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.02)
    for epoch in range(epochs):
        total = 0.0
        for tiles, cover in loader:
            loss = nn.functional.cross_entropy(compiled(tiles), cover)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        size = cache.flush_to()
        print(f"epoch {epoch} loss {total / 4:.5f} cached {size} reads {archive.reads}")


if __name__ == "__main__":
    main()
