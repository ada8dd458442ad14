import torch


def gate(innovation, var, limit=16.0):
    """1 where the measurement is believable, else 0."""
    d = (innovation**2 / var).sum(1, keepdim=True)
    return (d < limit).to(innovation.dtype)


def gain(var, noise):
    return var / (var + noise)


@torch.compile(backend="eager")
def predict(pos, vel, var, drift: float = 0.05):
    return pos + vel, vel * 0.98, var + drift


@torch.compile(backend="eager")
def correct(pos, vel, var, hits, z, noise):
    innovation = z - pos
    ok = gate(innovation, var + noise)
    k = gain(var, noise) * ok
    pos = pos + k * innovation
    vel = vel + 0.3 * k * innovation
    var = (1 - k) * var
    return pos, vel, var, hits + ok.squeeze(1).float()


def smooth(path, width=3):
    """Plain moving average over the kept positions; not compiled."""
    stack = torch.stack(path)
    return stack.unfold(0, width, 1).mean(-1)
