import torch


def pixel_grid(size):
    axis = (torch.arange(size) + 0.5) / size
    yy, xx = torch.meshgrid(axis, axis, indexing="ij")
    return torch.stack([xx, yy], dim=-1).reshape(-1, 2)


def render(splats, pixels, background):
    radius = splats["log_radius"].exp()
    delta = pixels[:, None, :] - splats["xy"][None]
    falloff = torch.exp(-0.5 * delta.square().sum(-1) / radius.square())
    weight = torch.sigmoid(splats["opacity"]) * falloff
    total = weight.sum(-1, keepdim=True)
    color = weight @ torch.sigmoid(splats["color"])
    return (color + background) / (total + 1.0)


def photometric(image, target, l1_weight=0.8):
    diff = image - target
    return l1_weight * diff.abs().mean() + (1 - l1_weight) * diff.square().mean()
