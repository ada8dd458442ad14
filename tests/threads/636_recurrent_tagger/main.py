import torch
import torch.nn.functional as F

from data import accuracy, batches
from model import Tagger


def train(model, optimizer, stream):
    losses, score = [], 0.0
    for x, y in stream:
        logits = model(x)
        loss = F.cross_entropy(logits.flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        score = accuracy(logits, y)
    return losses, score


def main():
    torch.manual_seed(21)
    model = Tagger(features=6, width=24, tags=4, context="recurrent")
    compiled = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses, score = train(compiled, optimizer, batches(8, 16, 12, 6, 4, seed=2))
    print("first", round(losses[0], 3), "last", round(losses[-1], 3))
    print("accuracy", round(score, 3))


if __name__ == "__main__":
    main()
