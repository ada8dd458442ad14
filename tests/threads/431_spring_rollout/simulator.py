import torch
from torch import nn


class SpringSimulator(nn.Module):
    def __init__(self, scene, edges, rest):
        super().__init__()
        self.scene = scene
        self.log_scale = nn.Parameter(torch.zeros(edges.shape[0]))
        self.register_buffer("edges", edges)
        self.register_buffer("rest", rest)

    def forces(self, pos, vel):
        a, b = self.edges[:, 0], self.edges[:, 1]
        delta = pos[b] - pos[a]
        length = delta.norm(dim=-1)
        k = self.scene.stiffness * self.log_scale.exp()
        pull = (k * (length - self.rest) / length).unsqueeze(-1) * delta
        force = torch.zeros_like(pos).index_add(0, a, pull).index_add(0, b, -pull)
        return force - self.scene.damping * vel

    def forward(self, pos, vel):
        for _ in range(self.scene.steps):
            vel = vel + self.scene.dt * self.forces(pos, vel)
            pos = pos + self.scene.dt * vel
        return pos, vel
