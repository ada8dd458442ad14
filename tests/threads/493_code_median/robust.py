import torch.masked as masked


def centre(codes, alive):
    return masked.median(codes, dim=0, mask=alive)


def spread(codes, middle, alive):
    gap = (codes - middle).abs() * alive
    return gap.sum(dim=0) / alive.sum(dim=0).clamp(min=1)


def standardise(codes, alive):
    middle = centre(codes, alive)
    scale = spread(codes, middle, alive)
    return (codes - middle) / (scale + 1.0) * alive
