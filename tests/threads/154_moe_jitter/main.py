import torch

from callbacks import Anneal, History, LearningRate
from moe import MoENet
from trainer import Trainer


def main():
    torch.manual_seed(0)
    history = History()
    trainer = Trainer(MoENet(), [Anneal(0.5, 0.6, off=3), LearningRate(0.02), history])
    last = trainer.fit(epochs=4, steps=4)
    print(f"last loss {last:.4f}")
    print("epochs", " ".join(f"{loss:.4f}" for _, loss, _ in history.rows[1:]))


if __name__ == "__main__":
    main()
