"""Coordinates, warping, padding."""
import functools
import logging

import torch
import torch.nn.functional as F

log = logging.getLogger("flow.grids")


@functools.lru_cache(maxsize=8)
def base_grid(h, w):
    log.debug("new grid %d x %d", h, w)
    y, x = torch.meshgrid(torch.arange(h).float(), torch.arange(w).float(), indexing="ij")
    return torch.stack([x, y])[None]


def warp(img, flow, grid):
    h, w = img.shape[-2:]
    at = grid + flow
    x = 2 * at[:, 0] / (w - 1) - 1
    y = 2 * at[:, 1] / (h - 1) - 1
    return F.grid_sample(img, torch.stack([x, y], -1), align_corners=True, padding_mode="border")


def pad_even(x):
    h, w = x.shape[-2:]
    ph, pw = h % 2, w % 2
    if ph or pw:
        log.debug("odd map %d x %d, padded", h, w)
        x = F.pad(x, (0, pw, 0, ph), mode="replicate")
    return x


def crop_like(x, ref):
    return x[..., :ref.shape[-2], :ref.shape[-1]]
