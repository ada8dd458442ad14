"""Quantisation-aware fine-tuning of a small keyword-spotting MLP-mixer."""
import torch

from anneal import Anneal
from blocks import Mixer
from data import batches
from observers import bit_budget


def train_step(model, opt, x, y):
    loss = torch.nn.functional.cross_entropy(model(x), y)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    return loss.item()


def main():
    torch.manual_seed(1)
    model = Mixer(tokens=8, dim=12, depth=2, n_classes=4)
    for block in model.blocks:
        block.compile(backend="aot_eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)

    Anneal.begin(total=6)
    losses = []
    for x, y in batches(n=8, seed=3):
        losses.append(train_step(model, opt, x, y))
        Anneal.advance()
    print("losses", " ".join(f"{v:.4f}" for v in losses))
    print(f"weight bits {bit_budget(model)}  ranges {sum(float(b.fq.scale) for b in model.blocks):.5f}")


if __name__ == "__main__":
    main()
