import torch

from trackkit.gating import robust_scale
from trackkit.linalg import psd_inverse, symmetrize


class Tracker:
    def __init__(self, n_targets, dt):
        eye = torch.eye(4)
        self.F = eye.clone()
        self.F[0, 2] = self.F[1, 3] = dt
        self.H = eye[:2].clone()
        self.Q = 0.02 * eye
        self.R = 0.09 * torch.eye(2)
        self.mean = torch.zeros(n_targets, 4)
        self.cov = 25.0 * eye.expand(n_targets, 4, 4).clone()
        self.damped = torch.zeros(())
        self.names = [f"target-{i}" for i in range(n_targets)]

    def positions(self):
        return self.mean[:, :2]

    def _predict(self):
        mean = self.mean @ self.F.T
        cov = self.F @ self.cov @ self.F.T + self.Q
        return mean, symmetrize(cov)

    @torch.compile(backend="eager")
    def assimilate(self, z):
        mean, cov = self._predict()
        innov = z - mean @ self.H.T
        S = self.H @ cov @ self.H.T + self.R
        S_inv = psd_inverse(S)
        if len(self.names) != z.shape[0]:
            raise ValueError("one measurement for each target")
        scale = robust_scale(innov, S_inv, limit=9.21)
        gain = cov @ self.H.T @ S_inv
        self.damped = self.damped + (scale < 1).sum()
        self.mean = mean + (gain @ (innov * scale[:, None])[..., None])[..., 0]
        self.cov = symmetrize(cov - scale[:, None, None] * (gain @ self.H @ cov))
