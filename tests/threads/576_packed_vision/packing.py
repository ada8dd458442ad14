import torch
import torch.nn.functional as F


def patchify(image, patch):
    c, h, w = image.shape
    tiles = image.unfold(1, patch, patch).unfold(2, patch, patch)
    tiles = tiles.permute(1, 2, 0, 3, 4).reshape(-1, c * patch * patch)
    return tiles, (1, h // patch, w // patch)


def pack(images, patch):
    rows, grids = zip(*(patchify(image, patch) for image in images))
    return torch.cat(rows), torch.tensor(grids)


def boundaries(grid_thw):
    sizes = grid_thw.prod(dim=-1)
    return F.pad(sizes.cumsum(0), (1, 0))


def segment_lengths(cu_seqlens):
    return (cu_seqlens[1:] - cu_seqlens[:-1]).tolist()
