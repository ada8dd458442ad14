import torch
import torch.nn as nn
import torch.nn.functional as F

from bonds import Book


class NelsonSiegel(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.beta = nn.Parameter(torch.tensor([0.03, -0.01, 0.005]))
        self.decay = nn.Parameter(torch.tensor(0.5))

    def zero_rate(self, t: torch.Tensor) -> torch.Tensor:
        scaled = t * F.softplus(self.decay)
        slope = (1 - torch.exp(-scaled)) / scaled
        return self.beta[0] + self.beta[1] * slope + self.beta[2] * (slope - torch.exp(-scaled))

    def forward(self, t: torch.Tensor) -> torch.Tensor:
        return torch.exp(-self.zero_rate(t) * t)


class Calibrator:
    def __init__(self, curve: NelsonSiegel, book: Book, lr: float = 2e-3) -> None:
        self.curve, self.book = curve, book
        self.optim = torch.optim.Adam(curve.parameters(), lr=lr)
        self.objective = torch.compile(self._objective, backend="aot_eager")

    def _objective(self) -> tuple[torch.Tensor, torch.Tensor]:
        discount = self.curve(self.book.times())
        residual = self.book.flows @ discount - self.book.quotes
        smooth = self.curve.beta.diff().pow(2).sum()
        return F.huber_loss(residual, torch.zeros_like(residual)) + 0.1 * smooth, residual

    def step(self) -> tuple[float, float]:
        self.optim.zero_grad()
        loss, residual = self.objective()
        loss.backward()
        self.optim.step()
        return loss.item(), residual.abs().max().item()
