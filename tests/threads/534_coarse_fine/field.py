import torch
import torch.nn as nn

from encoding import CoarseToFineEncoding


class RadianceField(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.encoding = CoarseToFineEncoding()
        self.net = nn.Sequential(
            nn.Linear(self.encoding.out_dim, hidden), nn.ReLU(), nn.Linear(hidden, 4)
        )

    def forward(self, points):
        out = self.net(self.encoding(points))
        return out[..., :3].sigmoid(), nn.functional.softplus(out[..., 3])


def composite(rgb, sigma, delta):
    alpha = 1.0 - torch.exp(-sigma * delta)
    trans = torch.cumprod(1.0 - alpha + 1e-6, dim=-1)
    trans = torch.cat([torch.ones_like(trans[:, :1]), trans[:, :-1]], dim=-1)
    return ((alpha * trans).unsqueeze(-1) * rgb).sum(dim=1)


class Renderer(nn.Module):
    def __init__(self, field, samples=12, near=0.5, far=2.5):
        super().__init__()
        self.field = field
        self.delta = (far - near) / samples
        self.register_buffer("t", torch.linspace(near, far, samples))

    def forward(self, origins, dirs):
        points = origins.unsqueeze(1) + self.t.view(1, -1, 1) * dirs.unsqueeze(1)
        rgb, sigma = self.field(points)
        return composite(rgb, sigma, self.delta)
