import torch


class SceneTensor(torch.Tensor):
    """Image tensor that remembers the acquisition it was cut from."""

    @staticmethod
    def wrap(data, acquired=None, sun_elevation=None):
        out = data.as_subclass(SceneTensor)
        out.acquired = acquired
        out.sun_elevation = sun_elevation
        return out


class Archive:
    """Stands for the tile store; reads a multispectral tile by its index."""

    bands = ("blue", "green", "red", "nir")

    def __init__(self, n_tiles, size, seed):
        gen = torch.Generator().manual_seed(seed)
        self.data = torch.rand(n_tiles, len(self.bands), size, size, generator=gen)
        self.cover = (torch.rand(n_tiles, size, size, generator=gen) > 0.6).long()
        self.reads = 0

    def __len__(self):
        return self.data.shape[0]

    def read(self, i):
        self.reads += 1
        tile = self.data[i] * (0.8 + 0.02 * (i % 10))
        return SceneTensor.wrap(tile, acquired=f"2025-06-{i % 28 + 1:02d}", sun_elevation=40 + i)
