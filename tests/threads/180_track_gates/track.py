import torch

from gating import accept, gate_for
from identity import Labelled

DT = 1.0
F = torch.eye(4)
F[0, 2] = F[1, 3] = DT
H = torch.eye(2, 4)
Q = torch.diag(torch.tensor([0.01, 0.01, 0.02, 0.02]))
R = torch.eye(2) * 0.0225


class Track(Labelled):
    kind = "air"

    def __init__(self, plot):
        super().__init__()
        self.mean = torch.cat([plot, torch.zeros(2)])
        self.cov = torch.diag(torch.tensor([0.05, 0.05, 1.0, 1.0]))
        self.age = 0
        self.hits = 0

    def position(self):
        return self.mean[:2]

    def predict(self):
        return F @ self.mean, F @ self.cov @ F.t() + Q

    def correct(self, mean, cov, plot):
        nu = plot - H @ mean
        s = H @ cov @ H.t() + R
        gain = cov @ H.t() @ torch.linalg.inv(s)
        ok = accept(nu, s, gate_for(self.label, self.kind))
        new_mean = torch.where(ok, mean + gain @ nu, mean)
        new_cov = torch.where(ok, (torch.eye(4) - gain @ H) @ cov, cov)
        return new_mean, new_cov, ok

    @torch.compile(backend="aot_eager")
    def advance(self, plot):
        """One scan: predict, gate, correct."""
        mean, cov = self.predict()
        return self.correct(mean, cov, plot)

    def feed(self, plot):
        self.mean, self.cov, ok = self.advance(plot)
        self.age += 1
        self.hits += int(ok)
