import torch

from rng import fixed_seed


def draw_noise(x, seed):
    with fixed_seed(seed):
        return torch.randn(x.shape), torch.rand(x.shape)


def corrupt(x, seed, strength, drop):
    noise, coin = draw_noise(x, seed)
    return (x + strength * noise) * (coin > drop)


def signal_to_noise(clean, output):
    return 10 * torch.log10(clean.pow(2).mean() / (clean - output).pow(2).mean())
