"""Train a small quantile forecaster on shops of different age."""
import torch

from forecaster import QuantileNet
from loader import loader
from series import make_shops
from trainer import Trainer

CONTEXT, HORIZON, LEVELS = 28, 7, (0.1, 0.5, 0.9)


def main():
    torch.manual_seed(8)
    shops = make_shops(12, 120, seed=1)
    data = loader(shops, ends=(95, 100, 113), context=CONTEXT, horizon=HORIZON, batch=4, seed=3)
    model = QuantileNet(3, HORIZON, LEVELS)
    trainer = Trainer(model, lr=5e-3, backend="aot_eager")
    q = trainer.fit(data, epochs=3)
    print(f"steps {len(trainer.losses)} first {trainer.losses[0].item():.4f} last {trainer.mean_loss(6):.4f}")
    print("levels", " ".join(f"{v:.3f}" for v in q.mean((0, 1)).tolist()))


if __name__ == "__main__":
    main()
