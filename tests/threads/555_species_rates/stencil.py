import torch


def laplacian(field):
    out = -4.0 * field
    for dim in (-1, -2):
        out = out + torch.roll(field, 1, dims=dim) + torch.roll(field, -1, dims=dim)
    return out


def scale(field, rates):
    """field * rates, where rates is either a full map or one number for each species."""
    try:
        return field * rates
    except RuntimeError:
        return field * rates[:, None, None]


def blob(shape, center, radius):
    ys = torch.arange(shape[0]).view(-1, 1) - center[0]
    xs = torch.arange(shape[1]).view(1, -1) - center[1]
    return ((ys ** 2 + xs ** 2) <= radius ** 2).float()
