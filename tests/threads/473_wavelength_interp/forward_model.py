import torch
import torch.nn.functional as F
from torch import Tensor

from calib import Throughput, airmass_extinction, gaussian_psf


class SpectrumModel:
    def __init__(self, wave: Tensor, throughput: Throughput, psf_width: float = 1.4):
        self.wave = wave
        self.throughput = throughput
        self.kernel = gaussian_psf(psf_width)

    def continuum(self, temperature: Tensor, wave: Tensor) -> Tensor:
        x = 14387.769 / (wave / 1000.0 * temperature[:, None])
        return (wave / 1000.0) ** -5 / torch.expm1(x)

    def blur(self, flux: Tensor) -> Tensor:
        half = self.kernel.shape[0] // 2
        padded = F.pad(flux[:, None], (half, half), mode="replicate")
        return F.conv1d(padded, self.kernel[None, None])[:, 0]

    def __call__(self, temperature: Tensor, redshift: Tensor, airmass: Tensor) -> Tensor:
        rest = self.wave / (1.0 + redshift[:, None])
        flux = self.continuum(temperature, rest)
        flux = flux * airmass_extinction(self.wave, airmass[:, None])
        flux = flux * self.throughput.sample(self.wave)
        return self.blur(flux / flux.amax(dim=1, keepdim=True))


def chi_square(model: Tensor, data: Tensor, ivar: Tensor) -> Tensor:
    return ((model - data).square() * ivar).sum(dim=1)
