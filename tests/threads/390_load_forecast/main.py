import torch

from model import PatchForecaster, daily_load
from trainer import TrainConfig, Trainer


def windows(series, cfg, gen, context=48, horizon=12):
    frames = series.unfold(0, context + horizon, 1)
    for _ in range(cfg.steps):
        batch = frames[torch.randint(0, len(frames), (cfg.batch,), generator=gen)]
        yield batch[:, :context], batch[:, context:]


def main():
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(5)
    cfg = TrainConfig()
    trainer = Trainer(PatchForecaster(), cfg)
    for i, (x, y) in enumerate(windows(daily_load(30, gen), cfg, gen)):
        rates = ", ".join(f"{r:.2e}" for r in (float(g["lr"]) for g in trainer.optimizer.param_groups))
        print(f"step {i} lr [{rates}] loss {trainer.train_step(x, y):.4f}")


if __name__ == "__main__":
    main()
