import torch


@torch.library.custom_op("neighbors::shell_count", mutates_args=())
def shell_count(dist: torch.Tensor, radius: float) -> torch.Tensor:
    return (dist < radius).sum(-1)


@shell_count.register_fake
def _(dist, radius):
    return dist.new_empty(dist.shape[:-1], dtype=torch.int64)


def smear(dist, centers, width):
    """Gaussian radial basis and how many neighbours sit in the first shell."""
    basis = torch.exp(-((dist.unsqueeze(-1) - centers) / width).square())
    return basis, shell_count(dist.detach(), 1.5)
