"""Momentum-contrast pretraining on toy two-view data."""
from bank import MemoryBank
from trainer import Trainer, TrainerConfig
from views import two_view_stream


def main():
    cfg = TrainerConfig(steps=9, batch=8, dim=16, temperature=0.2, compile=True)
    trainer = Trainer(cfg, MemoryBank(capacity=6))
    history = trainer.fit(two_view_stream(cfg.steps, cfg.batch, seed=21))
    print("loss", " ".join(f"{v:.4f}" for v in history))
    print(f"bank {len(trainer.bank)} batches, drift {trainer.key_drift():.5f}")


if __name__ == "__main__":
    main()
