import torch


def merge_moments(mean_a, var_a, n_a, batch):
    """Chan's parallel update."""
    n_b = batch.shape[0]
    mean_b = batch.mean(0)
    var_b = batch.var(0, unbiased=False)
    total = n_a + n_b
    delta = mean_b - mean_a
    mean = mean_a + delta * n_b / total
    m2 = var_a * n_a + var_b * n_b + delta.pow(2) * n_a * n_b / total
    return mean, m2 / total, total


def warm(count, minimum=24):
    """True once enough samples have been seen to trust the variance."""
    return count.item() >= minimum


def safe_std(var, eps=1e-5):
    return torch.sqrt(var.clamp_min(0.0) + eps)
