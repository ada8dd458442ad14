import torch


def flatten_levels(feats):
    return torch.cat([f.flatten(2).transpose(1, 2) for f in feats], 1)


def level_shapes(feats):
    """(levels, 2) tensor of height and width, for any input size."""
    return torch.stack([torch._shape_as_tensor(f)[2:4] for f in feats])


def level_starts(shapes):
    area = shapes.prod(1)
    return area.cumsum(0) - area


def pixel_centers(feats):
    grids = []
    for f in feats:
        h, w = f.shape[-2:]
        y, x = torch.meshgrid(torch.arange(h) + 0.5, torch.arange(w) + 0.5, indexing="ij")
        grids.append(torch.stack([x / w, y / h], -1).view(1, h * w, 2))
    return torch.cat(grids, 1)
