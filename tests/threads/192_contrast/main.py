"""Instance discrimination with a memory bank (contrastive pretraining on toy shapes)."""
import torch

from bank import InstanceBank
from data import ShapeSet, loader
from encoder import Encoder
from pretrain import Pretrainer


def main():
    torch.manual_seed(31)
    data = ShapeSet(n=18, dim=16)
    trainer = Pretrainer(Encoder(16, 12), InstanceBank(len(data), 12), lr=0.5)
    for epoch in range(2):
        losses = [trainer.step(b) for b in loader(data, batch=6, seed=epoch)]
        print(f"epoch {epoch}: " + " ".join(f"{v:.4f}" for v in losses))
    print(f"bank norm {trainer.bank.rows.norm():.4f}")
    print(f"nearest-neighbour accuracy {trainer.knn(data):.3f}")


if __name__ == "__main__":
    main()
