import torch

from config import ForecastConfig
from model import Forecaster
from series import sales, smape


def main():
    cfg = ForecastConfig()
    torch.manual_seed(cfg.seed)
    gen = torch.Generator().manual_seed(cfg.seed)
    model = Forecaster(cfg)
    predict = torch.compile(model, backend="aot_eager", fullgraph=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    losses = []
    for _ in range(cfg.steps):
        rows = sales(16, cfg.window + cfg.horizon, gen)
        history, future = rows[:, : cfg.window], rows[:, cfg.window :]
        forecast = predict(history)
        loss = (forecast - future).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print(f"loss {losses[0]:.4f} -> {losses[-1]:.4f}")
    print(f"smape {smape(forecast.detach(), future).item():.4f}")


if __name__ == "__main__":
    main()
