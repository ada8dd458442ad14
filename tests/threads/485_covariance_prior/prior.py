import torch
from torch import nn
from torch.distributions import Wishart


class ShrinkagePrior(nn.Module):
    """Learned target that the sample covariance is pulled towards."""

    def __init__(self, assets, df_margin=2.0):
        super().__init__()
        self.assets = assets
        self.raw = nn.Parameter(torch.zeros(assets, assets))
        self.log_extra = nn.Parameter(torch.tensor(df_margin).log())

    def scale_tril(self):
        diag = nn.functional.softplus(self.raw.diagonal()) * 0.05
        return self.raw.tril(-1) * 0.05 + torch.diag(diag)

    def degrees(self):
        return self.assets - 1 + self.log_extra.exp()

    def target(self):
        prior = Wishart(self.degrees(), scale_tril=self.scale_tril())
        return prior.mean

    def penalty(self):
        return 1e-3 * self.raw.square().sum()


class FixedPrior(nn.Module):
    def __init__(self, assets, variance=0.01):
        super().__init__()
        self.register_buffer("value", torch.eye(assets) * variance)

    def target(self):
        return self.value

    def penalty(self):
        return self.value.new_zeros(())
