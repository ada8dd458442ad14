import torch
from torch import nn

from heads import GaussianHead
from losses import HorizonLoss, LossConfig

CONTEXT, HORIZON = 36, 12


class LoadForecaster(nn.Module):
    def __init__(self, width: int = 32):
        super().__init__()
        self.conv = nn.Conv1d(1, width, kernel_size=5, stride=2)
        self.gate = nn.Linear(width, width)
        self.head = GaussianHead(width, HORIZON)
        self.criterion = HorizonLoss(LossConfig(), HORIZON)

    def encode(self, past: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(self.conv(past[:, None]))
        return h[..., -1] * torch.sigmoid(self.gate(h.mean(-1)))

    def forward(self, past: torch.Tensor, future: torch.Tensor | None = None):
        mean, var = self.head(self.encode(past))
        mean = mean + past[:, -1:]
        if future is None:
            return mean, var
        return self.criterion(mean, var, future), mean


def synthetic_load(days: int) -> torch.Tensor:
    t = torch.arange(days * 24) / 24
    daily = torch.sin(2 * torch.pi * t)
    weekly = 0.4 * torch.cos(2 * torch.pi * t / 7)
    return daily + weekly + 0.1 * torch.randn(t.shape)


def main():
    torch.manual_seed(7)
    rows = synthetic_load(40).unfold(0, CONTEXT + HORIZON, 4)
    train, test = rows[:180], rows[180:]
    model = LoadForecaster()
    step = torch.compile(model, backend="aot_eager")
    opt = torch.optim.AdamW(model.parameters(), lr=4e-3)
    for epoch in range(4):
        order = torch.randperm(len(train))
        for idx in order.split(60):
            batch = train[idx]
            loss, mean = step(batch[:, :CONTEXT], batch[:, CONTEXT:])
            opt.zero_grad()
            loss.backward()
            opt.step()
        mae = (mean.detach() - batch[:, CONTEXT:]).abs().mean()
        print(f"epoch {epoch}: loss {loss.item():.4f} mae {mae.item():.4f}")
    with torch.no_grad():
        mean, var = model(test[:, :CONTEXT])
    inside = ((test[:, CONTEXT:] - mean).abs() < 2 * var.sqrt()).float().mean()
    print(f"test rows {len(test)} within two sigma {inside.item():.4f}")


if __name__ == "__main__":
    main()
