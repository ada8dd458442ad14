import torch

from network import Denoiser
from schedule import CoefficientTable, ScheduleConfig, karras_sigmas


class EulerSampler:
    def __init__(self, net: Denoiser, cfg: ScheduleConfig):
        self.net = net
        self.sigmas = karras_sigmas(cfg)
        self.table = CoefficientTable(cfg, self.sigmas)
        self.step = torch.compile(self._step, backend="aot_eager")

    def denoise(self, x: torch.Tensor, row: torch.Tensor) -> torch.Tensor:
        c_skip, c_out, c_in, level = row[0], row[1], row[2], row[3]
        return c_skip * x + c_out * self.net(c_in * x, level)

    def _step(self, x: torch.Tensor, sigma: float) -> torch.Tensor:
        row = self.table.at(sigma)
        slope = (x - self.denoise(x, row)) / row[3]
        return x + row[4] * slope

    @torch.no_grad()
    def sample(self, shape: tuple[int, ...], seed: int, callback=None) -> torch.Tensor:
        gen = torch.Generator().manual_seed(seed)
        x = torch.randn(shape, generator=gen) * self.sigmas[0]
        for i, sigma in enumerate(self.sigmas):
            x = self.step(x, sigma)
            if callback is not None:
                callback(i, sigma, x)
        return x
