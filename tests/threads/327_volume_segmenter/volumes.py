"""Synthetic CT volumes and the spatial bookkeeping that travels with them."""
import torch


class ScanTensor(torch.Tensor):
    """A volume that remembers its voxel spacing."""

    @staticmethod
    def wrap(data, spacing):
        scan = data.as_subclass(ScanTensor)
        scan.spacing = tuple(spacing)
        return scan

    def voxel_volume(self):
        a, b, c = self.spacing
        return a * b * c


class PhantomDataset:
    def __init__(self, count, side, spacing=(1.0, 1.0, 2.0), seed=0):
        self.count, self.side, self.spacing = count, side, spacing
        self.gen = torch.Generator().manual_seed(seed)

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        s = self.side
        noise = torch.randn(1, s, s, s, generator=self.gen) * 0.3
        centre = torch.randint(s // 4, 3 * s // 4, (3,), generator=self.gen)
        grid = torch.stack(torch.meshgrid(*[torch.arange(s)] * 3, indexing="ij"))
        label = ((grid - centre[:, None, None, None]).float().norm(dim=0) < s / 4).float()[None]
        return ScanTensor.wrap(noise + label, self.spacing), label
