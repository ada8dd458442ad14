import torch

G, DX, DT = 9.81, 1.0 / 64, 1e-3


def ddx(f):
    return (torch.roll(f, -1) - torch.roll(f, 1)) / (2 * DX)


def smooth(f, nu):
    return f + nu * (torch.roll(f, -1) - 2 * f + torch.roll(f, 1))


@torch.compile(backend="aot_eager")
def step_momentum(h, u, wind):
    u = u - DT * (u * ddx(u) + G * ddx(h))
    u = u + DT * wind / h
    return smooth(u, 0.1)


@torch.compile(backend="aot_eager")
def step_height(h, u, level):
    h = h - DT * ddx(h * u)
    return smooth(h, 0.1) + DT * level


def simulate(h, u, forcing, steps, every):
    for step in range(1, steps + 1):
        u_new = step_momentum(h, u, forcing.wind(step))
        u = u_new.to(u.dtype)
        h = step_height(h, u, forcing.level(step))
        if step % every == 0:
            energy = 0.5 * (h * u * u).sum() + 0.5 * G * (h * h).sum()
            yield {"step": step, "mass": h.sum().item(), "energy": energy.item()}
