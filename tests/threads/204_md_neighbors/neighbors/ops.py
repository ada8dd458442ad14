import torch


def min_image(delta, box):
    """Minimum image convention for a cubic box."""
    return delta - box * torch.round(delta / box)


@torch.library.custom_op("neighbors::nearest", mutates_args=())
def _nearest(pos: torch.Tensor, k: int, box: float) -> torch.Tensor:
    delta = min_image(pos[:, None] - pos[None], box)
    dist = delta.square().sum(-1)
    dist.fill_diagonal_(float("inf"))
    return dist.topk(k, largest=False).indices


def nearest(pos, k, box):
    """Indices (n, k) of the k nearest neighbours of every particle."""
    return _nearest(pos.detach(), k, box)
