import torch


def radial(r2, d):
    top = 1 + d[0] * r2 + d[1] * r2**2 + d[4] * r2**3
    bottom = 1 + d[5] * r2 + d[6] * r2**2 + d[7] * r2**3
    return top / bottom


def tilt_matrix(tx, ty):
    zero, one = torch.zeros_like(tx), torch.ones_like(tx)
    rx = torch.stack([one, zero, zero, zero, tx.cos(), tx.sin(), zero, -tx.sin(), tx.cos()]).view(3, 3)
    ry = torch.stack([ty.cos(), zero, -ty.sin(), zero, one, zero, ty.sin(), zero, ty.cos()]).view(3, 3)
    return ry @ rx


def distort(plane, lens):
    d = lens.dist
    x, y = plane.unbind(-1)
    r2 = x * x + y * y
    gain = radial(r2, d)
    xd = x * gain + 2 * d[2] * x * y + d[3] * (r2 + 2 * x * x) + d[8] * r2 + d[9] * r2**2
    yd = y * gain + d[2] * (r2 + 2 * y * y) + 2 * d[3] * x * y + d[10] * r2 + d[11] * r2**2
    if lens.tilted:
        homo = torch.stack([xd, yd, torch.ones_like(xd)], -1) @ tilt_matrix(d[12], d[13]).T
        xd, yd = homo[..., 0] / homo[..., 2], homo[..., 1] / homo[..., 2]
    return torch.stack([xd, yd], -1)
