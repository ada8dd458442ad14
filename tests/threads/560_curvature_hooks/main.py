import torch

from corpus import batches, make_corpus
from curvature import InputCurvature
from model import TinyLM
from optim import NewtonSGD


def main():
    torch.manual_seed(1)
    vocab = 40
    model = TinyLM(vocab)
    optimizer = NewtonSGD(model, InputCurvature(model))
    compiled = torch.compile(model, backend="aot_eager")
    losses = []
    for tokens, targets in batches(make_corpus(vocab, 4000, 7), 24, 16, 32, 8):
        loss = compiled(tokens, targets)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print("first", round(losses[0], 4), "last", round(sum(losses[-4:]) / 4, 4))
    print("seen", [int(layer.seen) for layer in optimizer.curvature.layers])


if __name__ == "__main__":
    main()
