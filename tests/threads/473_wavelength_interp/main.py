import numpy as np
import torch

from calib import Grid, Throughput
from forward_model import SpectrumModel, chi_square


def build_model(bins: int = 160) -> SpectrumModel:
    grid = Grid(320.0, 1050.0, 24)
    curve = np.exp(-(((grid.values() - 650.0) / 260.0) ** 2)) + 0.02 * np.cos(grid.values() / 40.0)
    wave = torch.linspace(360.0, 990.0, bins, dtype=torch.float64)
    return SpectrumModel(wave, Throughput(grid, curve).normalised())


def main():
    gen = torch.Generator().manual_seed(5)
    model = build_model()
    predict = torch.compile(model.__call__, backend="aot_eager", fullgraph=True)

    truth = (torch.tensor([5800.0]), torch.tensor([0.02]), torch.tensor([1.2]))
    data = model(*(t.double() for t in truth))
    data = data + 0.01 * torch.randn(data.shape, generator=gen, dtype=torch.float64)
    ivar = torch.full_like(data, 1e4)

    for step, centre in enumerate((4500.0, 5400.0, 6200.0)):
        temps = centre + 300.0 * torch.rand(16, generator=gen, dtype=torch.float64)
        z = 0.05 * torch.rand(16, generator=gen, dtype=torch.float64)
        airmass = 1.0 + torch.rand(16, generator=gen, dtype=torch.float64)
        chi = chi_square(predict(temps, z, airmass), data, ivar)
        best = int(chi.argmin())
        print(f"sweep {step}  best T {temps[best].item():.1f}  z {z[best].item():.4f}  chi2 {chi[best].item():.3f}")


if __name__ == "__main__":
    main()
