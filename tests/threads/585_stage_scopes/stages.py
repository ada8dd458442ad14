import torch

from scopes import scoped

GRAVITY = 9.81
REST = 0.5


@scoped
def links(state, masses):
    seg = state["pos"][1:] - state["pos"][:-1]
    length = seg.norm(dim=-1, keepdim=True)
    return {**state, "dir": seg / length, "len": length}


@scoped
def springs(state, masses):
    pull = 120.0 * (state["len"] - REST) * state["dir"]
    pad = torch.zeros_like(state["pos"][:1])
    return {**state, "force": torch.cat([pull, pad]) - torch.cat([pad, pull])}


@scoped
def weight(state, masses):
    down = torch.stack([torch.zeros_like(masses), -GRAVITY * masses], dim=-1)
    return {**state, "force": state["force"] + down}


@scoped
def floor(state, masses):
    depth = torch.relu(-2.0 - state["pos"][:, 1])
    lift = torch.stack([torch.zeros_like(depth), 400.0 * depth], dim=-1)
    return {**state, "force": state["force"] + lift}


@scoped(name="euler")
def integrate(state, masses, dt=2e-3):
    vel = state["vel"] + dt * state["force"] / masses[:, None]
    vel = torch.cat([torch.zeros_like(vel[:1]), vel[1:]])
    return {"pos": state["pos"] + dt * vel, "vel": vel}


STAGES = [links, springs, weight, floor, integrate]
