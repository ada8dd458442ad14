import torch


def depth_mask(depth, near, far):
    return (depth > near) & (depth < far)


def border(mask, pixels):
    inner = torch.zeros_like(mask)
    inner[..., pixels:-pixels, pixels:-pixels] = True
    return mask & inner


def valid_values(values, mask):
    return values.masked_select(mask)
