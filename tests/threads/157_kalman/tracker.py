import torch

from calibration import measurement_cov, noise_std
from models import Bank

H = torch.zeros(2, 4)
H[0, 0] = H[1, 1] = 1.0


@torch.compile(backend="aot_eager")
def fuse(model, bank, z, header):
    pred = model.predict(bank)
    R = measurement_cov(header.sensor)
    S = H @ pred.cov @ H.T + R
    gain = torch.linalg.solve(S, H @ pred.cov).transpose(-1, -2)
    innov = z - pred.mean @ H.T
    mean = pred.mean + (gain @ innov.unsqueeze(-1)).squeeze(-1)
    cov = pred.cov - gain @ H @ pred.cov
    maha = (innov.unsqueeze(-2) @ torch.linalg.solve(S, innov.unsqueeze(-1))).flatten()
    return mean, cov, maha


class Tracker:
    def __init__(self, model, bank):
        self.model = model
        self.bank = bank
        self.frames = 0
        self.gated = {}

    def advance(self, frame):
        mean, cov, maha = fuse(self.model, self.bank, frame.z, frame.header)
        self.bank = Bank(mean, cov)
        self.frames += 1
        family = frame.header.label.split()[0]
        # only for the report
        hit = (maha > 9.2).float().sum().item()
        self.gated[family] = self.gated.get(family, 0.0) + hit + noise_std(family)
