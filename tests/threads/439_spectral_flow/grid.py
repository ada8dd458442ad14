"""Periodic 2-D grid with the tables of a pseudo-spectral method."""
import math

import torch


class SpectralGrid:
    def __init__(self, n, length=2 * math.pi):
        self.n = n
        self.length = length
        self._tables = {}

    def _table(self, name, build):
        if name not in self._tables:
            self._tables[name] = build()
        return self._tables[name]

    def _axes(self):
        scale = 2 * math.pi / self.length
        ky = torch.fft.fftfreq(self.n, 1.0 / self.n) * scale
        kx = torch.fft.rfftfreq(self.n, 1.0 / self.n) * scale
        return kx.unsqueeze(0), ky.unsqueeze(1)

    def kx(self):
        return self._table("kx", lambda: self._axes()[0])

    def ky(self):
        return self._table("ky", lambda: self._axes()[1])

    def k2(self):
        return self._table("k2", lambda: self.kx() ** 2 + self.ky() ** 2)

    def dealias(self):
        cut = self.n / 3.0
        return self._table("dealias", lambda: ((self.kx().abs() < cut) & (self.ky().abs() < cut)).float())

    def coordinates(self):
        x = torch.arange(self.n) * (self.length / self.n)
        return torch.meshgrid(x, x, indexing="ij")
