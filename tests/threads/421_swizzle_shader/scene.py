from dataclasses import dataclass, field

import torch

import vecs


@dataclass
class Camera:
    origin: tuple = (0.0, 0.4, -3.0)
    fov: float = 0.9

    def rays(self, height, width):
        ys = torch.linspace(self.fov, -self.fov, height)
        xs = torch.linspace(-self.fov, self.fov, width)
        gy, gx = torch.meshgrid(ys, xs, indexing="ij")
        direction = torch.stack([gx, gy, torch.ones_like(gx)], dim=-1)
        return torch.tensor(self.origin), vecs.normalize(direction)


@dataclass
class Scene:
    radius: float = 0.8
    ground: float = -0.9
    light: tuple = (0.4, 0.8, -0.5)
    steps: int = 24
    palette: list = field(default_factory=lambda: [[0.9, 0.3, 0.2], [0.2, 0.5, 0.8]])

    def distance(self, p):
        ball = p.norm(dim=-1, keepdim=True) - self.radius
        floor = p[..., 1:2] - self.ground
        return torch.minimum(ball, floor)

    def normal(self, p, h=1e-3):
        grads = []
        for axis in torch.eye(3) * h:
            grads.append(self.distance(p + axis) - self.distance(p - axis))
        return vecs.normalize(torch.cat(grads, dim=-1))


def sky(direction):
    t = 0.5 * (direction[..., 1:2] + 1.0)
    return (1 - t) * torch.ones(3) + t * torch.tensor([0.5, 0.7, 1.0])
