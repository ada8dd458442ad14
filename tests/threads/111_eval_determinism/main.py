"""Train with an evaluation after each epoch."""
import torch

from evaluate import Evaluator
from model import Tagger, make_data
from train import Trainer


def main():
    torch.manual_seed(0)
    model = Tagger(vocab=30, width=16, tags=5)
    train, held = make_data(6, seed=1), make_data(2, seed=2)
    trainer = Trainer(model, lr=0.3)
    evaluator = Evaluator(trainer.loss, held)
    for epoch in range(3):
        loss = trainer.epoch(train)
        print(f"epoch {epoch}  train {loss:.5f}  held out {evaluator.run():.5f}")


if __name__ == "__main__":
    main()
