import torch
import torch.nn.functional as F


class Lens:
    """Pinhole camera with the usual (k1 k2 p1 p2 k3 k4 k5 k6 s1 s2 s3 s4 tx ty) layout."""

    def __init__(self, name, focal, center, coeffs):
        self.name = name
        self.focal = torch.tensor(focal)
        self.center = torch.tensor(center)
        self.dist = F.pad(torch.tensor(coeffs), (0, 14 - len(coeffs)))
        self.tilted = torch.any(self.dist[12:14] != 0)

    def to_pixels(self, plane):
        return plane * self.focal + self.center

    def describe(self):
        return f"{self.name}: {int((self.dist != 0).sum())} coefficients"
