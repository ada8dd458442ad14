import torch
import torch.nn.functional as F

from data import accuracy, batches
from encoder import Encoder

VOCAB = 17


def train(model, optimizer, steps):
    losses = []
    model.train()
    for tokens, targets in batches(steps, 8, 12, VOCAB, seed=3):
        logits = model(tokens)
        loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@torch.no_grad()
def evaluate(model, steps):
    model.eval()
    scores = [accuracy(model(x), y) for x, y in batches(steps, 8, 12, VOCAB, seed=9)]
    return sum(scores) / len(scores)


def main():
    torch.manual_seed(0)
    model = Encoder(VOCAB, width=32, skip_rate=0.25)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
    compiled = torch.compile(model, backend="aot_eager")
    losses = train(compiled, optimizer, steps=30)
    print("depth", model.depth.describe())
    print("loss first %.4f last %.4f" % (losses[0], losses[-1]))
    print("accuracy %.4f" % evaluate(compiled, 4))


if __name__ == "__main__":
    main()
