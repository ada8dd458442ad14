"""Serial and branched kinematic chains, batched over configurations."""
from dataclasses import dataclass

import torch
from torch import nn

from frames import axis_rotation, identity, pose

FIXED, REVOLUTE, PRISMATIC = 0, 1, 2


@dataclass
class Link:
    name: str
    parent: int
    kind: int
    axis: tuple
    offset: tuple


def load_links():
    return [
        Link("base", -1, FIXED, (0.0, 0.0, 1.0), (0.0, 0.0, 0.1)),
        Link("shoulder", 0, REVOLUTE, (0.0, 0.0, 1.0), (0.0, 0.0, 0.3)),
        Link("elbow", 1, REVOLUTE, (0.0, 1.0, 0.0), (0.4, 0.0, 0.0)),
        Link("slide", 2, PRISMATIC, (1.0, 0.0, 0.0), (0.2, 0.0, 0.0)),
        Link("wrist", 3, REVOLUTE, (1.0, 0.0, 0.0), (0.1, 0.0, 0.0)),
        Link("camera", 1, FIXED, (0.0, 0.0, 1.0), (0.0, 0.1, 0.2)),
    ]


class Chain(nn.Module):
    def __init__(self, links):
        super().__init__()
        self.names = [link.name for link in links]
        self.parents = [link.parent for link in links]
        self.kinds = torch.tensor([link.kind for link in links])
        self.register_buffer("axes", torch.tensor([link.axis for link in links]))
        self.register_buffer("offsets", torch.tensor([link.offset for link in links]))
        self.dof = int((self.kinds != FIXED).sum())

    def joint_transform(self, index, q, cursor):
        batch = q.shape[0]
        rot = torch.eye(3).expand(batch, 3, 3)
        trans = self.offsets[index].expand(batch, 3)
        kind = self.kinds[index].item()
        if kind == REVOLUTE:
            rot = axis_rotation(self.axes[index], q[:, cursor])
        elif kind == PRISMATIC:
            trans = trans + q[:, cursor, None] * self.axes[index]
        return pose(rot, trans), cursor + (kind != FIXED)

    def forward(self, q):
        world, cursor = [], 0
        for index, parent in enumerate(self.parents):
            local, cursor = self.joint_transform(index, q, cursor)
            base = world[parent] if parent >= 0 else identity(q.shape[0])
            world.append(base @ local)
        return torch.stack(world, dim=1)

    def index_of(self, name):
        return self.names.index(name)
