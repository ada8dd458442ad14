from dataclasses import dataclass, field

import torch
import torch.nn.functional as F

from lion import Lion
from recsys import BiasedMF, synthetic_ratings
from schedules import POLICIES


@dataclass
class TrainConfig:
    users: int = 40
    items: int = 60
    batch: int = 128
    epochs: int = 12
    lr: float = 0.03125
    policy: str = "plateau"
    policy_args: dict = field(default_factory=lambda: {"patience": 0, "threshold": 0.03})


class Trainer:
    def __init__(self, cfg, model):
        self.cfg, self.model = cfg, model
        self.optimizer = Lion(model.parameters(), cfg.lr)
        self.schedule = POLICIES[cfg.policy](self.optimizer, **cfg.policy_args)

    def epoch(self, u, i, r):
        total = 0.0
        for start in range(0, len(r), self.cfg.batch):
            part = slice(start, start + self.cfg.batch)
            loss = F.mse_loss(self.model(u[part], i[part]), r[part])
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            total += loss.item()
        return total

    @torch.no_grad()
    def validate(self, u, i, r):
        return F.mse_loss(self.model(u, i), r).item()

    def fit(self, train, valid):
        for epoch in range(self.cfg.epochs):
            fit = self.epoch(*train)
            score = self.validate(*valid)
            self.schedule.step(score)
            lr = float(self.optimizer.param_groups[0]["lr"])
            print(f"epoch {epoch:2d} fit {fit:.3f} valid {score:.4f} lr {lr:.5f}")


def main():
    torch.manual_seed(3)
    cfg = TrainConfig()
    u, i, r = synthetic_ratings(cfg.users, cfg.items, 1024 + 256, seed=8)
    model = BiasedMF(cfg.users, cfg.items)
    trainer = Trainer(cfg, model)
    trainer.fit((u[:1024], i[:1024], r[:1024]), (u[1024:], i[1024:], r[1024:]))
    print("norms", " ".join(f"{p.norm().item():.3f}" for p in model.parameters()))


if __name__ == "__main__":
    main()
