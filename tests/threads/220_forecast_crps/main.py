import torch
from torch import nn

from runtime import Stopwatch, setup
from scores import ScoreBoard, crps


class EnsembleForecaster(nn.Module):
    def __init__(self, context: int, horizon: int, members: int, width: int = 32):
        super().__init__()
        self.members, self.horizon = members, horizon
        self.encode = nn.Sequential(nn.Linear(context, width), nn.GELU(), nn.Linear(width, width))
        self.decode = nn.Linear(width, horizon)
        self.log_scale = nn.Parameter(torch.full((horizon,), -0.5))
        self.register_buffer("codes", torch.randn(members, width) * 0.5)
        self.sample = torch.compile(self.forward, backend="eager")

    def forward(self, past: torch.Tensor) -> torch.Tensor:
        level = past[:, -1:]
        h = self.encode(past - level)[:, None] + self.codes * self.log_scale.exp().mean()
        return self.decode(torch.tanh(h)) + level[:, None]


def windows(series: torch.Tensor, context: int, horizon: int, batch: int):
    frames = series.unfold(0, context + horizon, 1)
    for block in frames.split(batch):
        if len(block) == batch:
            yield block[:, :context].contiguous(), block[:, context:].contiguous()


def main():
    setup(seed=5)
    t = torch.arange(600) / 12
    series = torch.sin(t) + 0.3 * torch.sin(2.7 * t) + 0.05 * torch.randn(600)
    model = EnsembleForecaster(context=24, horizon=6, members=8)
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    board, watch = ScoreBoard(), Stopwatch()
    for epoch in range(3):
        for past, future in windows(series[:450], 24, 6, 64):
            with watch.section("fit"):
                opt.zero_grad()
                loss = crps(model(past), future).mean()
                loss.backward()
                opt.step()
        with torch.no_grad():
            preview = model.sample(series[362:450].unfold(0, 24, 1)[:64].contiguous())
        with watch.section("score"):
            row = board.evaluate(model, windows(series[450:], 24, 6, 64))
        print(f"epoch {epoch}: loss {loss.item():.5f} crps {row['crps']:.5f} "
              f"coverage {row['coverage']:.3f} next {preview[-1, :, 0].mean().item():.4f}")
    print(dict(watch.count), min(r["crps"] for r in board.rows) == board.rows[-1]["crps"])


if __name__ == "__main__":
    main()
