"""Virtual-model controller: wanted wrench -> forces of the feet -> next trunk state."""
import torch

from body import HIPS, integrate

KP = torch.tensor([60.0, 60.0, 900.0])
KD = torch.tensor([20.0, 20.0, 90.0])
KR, KO = 40.0, 4.0
FRICTION = 0.6
TERMS = ("height", "tilt", "effort")  # logged for each step


def wanted_wrench(trunk, command):
    target = torch.cat([trunk.pos[:, :2] + 0.1 * command, torch.full_like(command[:, :1], 0.3)], 1)
    vel = torch.cat([command, torch.zeros_like(command[:, :1])], 1)
    force = KP * (target - trunk.pos) + KD * (vel - trunk.vel)
    force = force - trunk.mass * torch.tensor([0.0, 0.0, -9.81])
    torque = -KR * trunk.rot - KO * trunk.omega
    return force, torque


def spread(force, torque, support):
    """Share the wrench between the feet that stand; a small lever term makes the torque."""
    share = 1.0 / max(len(support), 1)
    feet = []
    for leg in support:
        lever = torch.linalg.cross(torque, HIPS[leg].expand_as(torque))
        f = share * force + 0.5 * share * lever
        feet.append(friction_cone(f))
    return feet


def friction_cone(f):
    fz = f[:, 2:].clamp(min=0.0)
    fxy = torch.minimum(torch.maximum(f[:, :2], -FRICTION * fz), FRICTION * fz)
    return torch.cat([fxy, fz], 1)


def control_step(trunk, command, support, dt):
    force, torque = wanted_wrench(trunk, command)
    feet = spread(force, torque, support)
    total = torch.zeros_like(force)
    moment = torch.zeros_like(torque)
    for leg, f in zip(support, feet):
        total = total + f
        moment = moment + 0.1 * torch.linalg.cross(HIPS[leg].expand_as(f), f)
    nxt = integrate(trunk, total, moment, dt)
    log = {}
    for name in TERMS:
        log[name] = {"height": (nxt.pos[:, 2] - 0.3).square(),
                     "tilt": nxt.rot.square().sum(1),
                     "effort": total.square().sum(1) * 1e-5}[name].mean()
    return nxt, log
