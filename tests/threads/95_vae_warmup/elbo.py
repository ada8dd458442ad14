import torch
import torch.nn.functional as F

from annealing import FREE_BITS, kl_weight


def kl_divergence(mean, log_var):
    kl = -0.5 * (1 + log_var - mean.square() - log_var.exp())
    return kl.mean(dim=0).clamp_min(FREE_BITS).sum()


def reconstruction(logits, target):
    per_row = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    return per_row.sum(dim=1).mean()


def negative_elbo(model, batch, eps):
    logits, mean, log_var = model(batch, eps)
    rec = reconstruction(logits, batch)
    kl = kl_divergence(mean, log_var)
    return rec + kl_weight() * kl, {"rec": rec, "kl": kl}
