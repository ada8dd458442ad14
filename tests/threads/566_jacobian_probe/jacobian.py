import torch


def pullback(out, x):
    def rows(v):
        return torch.autograd.grad(out, x, v, retain_graph=True)[0]

    return rows


def jacobian(field, point):
    x = point.detach().requires_grad_(True)
    out = field(x)
    basis = torch.eye(out.numel(), dtype=out.dtype)
    return torch.vmap(pullback(out, x))(basis)


def numeric(field, point, h=1e-3):
    cols = []
    with torch.no_grad():
        for i in range(point.numel()):
            d = torch.zeros_like(point)
            d[i] = h
            cols.append((field(point + d) - field(point - d)) / (2 * h))
    return torch.stack(cols, dim=1)
