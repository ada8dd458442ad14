import torch
from torch.nn import functional as F


def offset_kernel(k, h):
    r = torch.arange(k) - k // 2
    d = (r[:, None] ** 2 + r[None] ** 2).float().sqrt()
    return torch.exp(-d / h)[None, None]


def distance_transform(image, kernel_size=3, h=0.35):
    n_iters = max(image.shape[-2:]) // (kernel_size // 2)
    kernel = offset_kernel(kernel_size, h).to(image)
    out = torch.zeros_like(image)
    boundary = image.clone()
    for i in range(n_iters):
        cdt = F.conv2d(boundary, kernel, padding=kernel_size // 2)
        cdt = -h * torch.log(cdt)
        cdt = torch.nan_to_num(cdt, posinf=0.0)
        mask = torch.where(cdt > 0, 1.0, 0.0)
        if not mask.any():
            break
        out = out + (i * (kernel_size // 2) + cdt) * mask
        boundary = torch.where(mask == 1, 1.0, boundary)
    return out
