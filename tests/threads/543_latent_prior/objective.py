import torch
from torch.distributions import kl_divergence


def reconstruction(x, x_hat):
    return (x - x_hat).square().sum(dim=-1)


def rate(posterior, prior):
    return kl_divergence(posterior, prior).sum(dim=-1)


def free_bits(kl, floor):
    return torch.clamp(kl, min=floor)


def beta_elbo(x, x_hat, posterior, prior, beta, floor):
    kl = free_bits(rate(posterior, prior), floor)
    rec = reconstruction(x, x_hat)
    return (rec + beta * kl).mean(), rec.mean(), kl.mean()
