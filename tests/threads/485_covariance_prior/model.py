import math

import torch
from torch import nn


class CovarianceForecaster(nn.Module):
    def __init__(self, assets, prior, jitter=1e-4):
        super().__init__()
        self.prior = prior
        self.jitter = jitter
        self.decay = nn.Parameter(torch.tensor(2.0))
        self.mix = nn.Linear(assets, 1)

    def weights(self, length):
        lag = torch.arange(length - 1, -1, -1, dtype=torch.float32)
        w = torch.sigmoid(self.decay) ** lag
        return w / w.sum()

    def forward(self, history):
        w = self.weights(history.shape[1])
        sample = torch.einsum("t,bti,btj->bij", w, history, history)
        alpha = torch.sigmoid(self.mix(history.std(1))).unsqueeze(-1)
        cov = (1 - alpha) * sample + alpha * self.prior.target()
        return cov + self.jitter * torch.eye(cov.shape[-1])

    def loss(self, history, following):
        tril = torch.linalg.cholesky(self(history))
        z = torch.linalg.solve_triangular(tril, following.unsqueeze(-1), upper=False).squeeze(-1)
        logdet = 2 * tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        nll = 0.5 * (z.square().sum(-1) + logdet + z.shape[-1] * math.log(2 * math.pi))
        return nll.mean() + self.prior.penalty()
