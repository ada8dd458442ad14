import torch

from robot import RobotModel


def joint_rotation(q: torch.Tensor) -> torch.Tensor:
    c, s = torch.cos(q), torch.sin(q)
    zero, one = torch.zeros_like(q), torch.ones_like(q)
    rows = [c, -s, zero, s, c, zero, zero, zero, one]
    return torch.stack(rows, dim=-1).unflatten(-1, (3, 3))


def forward_kinematics(model: RobotModel, q: torch.Tensor):
    rot = joint_rotation(q)
    pos = torch.zeros(q.size(0), model.num_bodies, 3)
    for level, bodies in model.levels.items():
        if level == 0:
            continue
        parents = model.parents[bodies]
        base = rot[:, parents]
        shift = (base @ model.offsets[parents].unsqueeze(-1)).squeeze(-1)
        pos = pos.index_copy(1, bodies, pos[:, parents] + shift)
        rot = rot.index_copy(1, bodies, base @ rot[:, bodies])
    return pos, rot


def tip_positions(model: RobotModel, q: torch.Tensor) -> torch.Tensor:
    pos, rot = forward_kinematics(model, q)
    local = model.offsets[model.leaves].unsqueeze(-1)
    return pos[:, model.leaves] + (rot[:, model.leaves] @ local).squeeze(-1)
