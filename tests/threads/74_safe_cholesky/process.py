import torch
import torch.nn as nn

from linalg import safe_cholesky


class Process(nn.Module):
    """A Gaussian process with a squared exponential kernel."""

    def __init__(self):
        super().__init__()
        self.length = nn.Parameter(torch.tensor(0.5))
        self.noise = nn.Parameter(torch.tensor(0.1))

    def kernel(self, a, b):
        return torch.exp(-((a[:, None] - b[None]) / self.length).square() / 2)

    def forward(self, x, y, new):
        gram = self.kernel(x, x) + self.noise * torch.eye(x.shape[0])
        factor = safe_cholesky(gram)
        alpha = torch.cholesky_solve(y[:, None], factor)
        return (self.kernel(new, x) @ alpha).squeeze(-1)
