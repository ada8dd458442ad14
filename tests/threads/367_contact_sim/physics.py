from typing import NamedTuple

import torch

from scene import SceneConfig


class State(NamedTuple):
    pos: torch.Tensor
    vel: torch.Tensor
    ncon: torch.Tensor
    impulse: torch.Tensor


def device_put(fields, device="cpu") -> State:
    return State(**{name: torch.from_numpy(value).to(device) for name, value in fields.items()})


def floor_contact(cfg, pos, vel):
    depth = (cfg.radius - pos[..., 1]).clamp(min=0.0)
    touching = depth > 0
    force = touching * (cfg.stiffness * depth - cfg.damping * vel[..., 1])
    return force.clamp(min=0.0), touching


def pair_contact(cfg, pos):
    delta = pos[:, :, None] - pos[:, None]
    dist = delta.norm(dim=-1) + torch.eye(pos.shape[1]) * 10
    depth = (2 * cfg.radius - dist).clamp(min=0.0)
    force = (cfg.stiffness * depth / dist)[..., None] * delta
    return force.sum(2), depth > 0


class Simulator:
    def __init__(self, cfg: SceneConfig):
        self.cfg = cfg
        self.step = torch.compile(self._step, backend="eager", fullgraph=True)
        self.sensors = torch.compile(self._sensors, backend="eager", fullgraph=True)

    def _step(self, state: State) -> State:
        cfg = self.cfg
        normal, floor_hit = floor_contact(cfg, state.pos, state.vel)
        push, pair_hit = pair_contact(cfg, state.pos)
        acc = push + torch.stack((torch.zeros_like(normal), normal + cfg.gravity), -1)
        drag = cfg.air_drag * (1.0 + 0.5 * state.ncon.clamp(max=4))
        vel = (state.vel + cfg.dt * acc) * (1.0 - cfg.dt * drag[:, None, None])
        pos = state.pos + cfg.dt * vel
        count = floor_hit.sum(-1) + pair_hit.sum((-1, -2)) // 2
        return State(pos, vel, count, state.impulse + cfg.dt * normal.sum(-1))

    def _sensors(self, state: State) -> torch.Tensor:
        kinetic = 0.5 * state.vel.pow(2).sum((-1, -2))
        potential = -self.cfg.gravity * state.pos[..., 1].sum(-1)
        per_contact = state.impulse / state.ncon.clamp(min=1)
        return torch.stack((kinetic + potential, per_contact), -1)
