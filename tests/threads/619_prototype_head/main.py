import torch
import torch.nn.functional as F

from model import FewShot

CLASSES, SHOTS, INPUTS = 4, 5, 16


def episode(gen):
    centres = torch.randn(CLASSES, INPUTS, generator=gen)
    labels = torch.arange(CLASSES).repeat_interleave(SHOTS)
    support = centres[labels] + 0.8 * torch.randn(CLASSES * SHOTS, INPUTS, generator=gen)
    queries = centres[labels] + 0.8 * torch.randn(CLASSES * SHOTS, INPUTS, generator=gen)
    return support, labels, queries


def main():
    torch.manual_seed(1)
    gen = torch.Generator().manual_seed(7)
    model = FewShot(INPUTS, 24, CLASSES)
    scorer = torch.compile(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses, hits = [], 0
    for _ in range(20):
        support, labels, queries = episode(gen)
        scores = scorer(support, labels, queries)
        loss = F.cross_entropy(scores, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        hits += int((scores.argmax(-1) == labels).sum())
    print("loss first %.3f last %.3f" % (losses[0], losses[-1]))
    print("accuracy %.2f" % (hits / (20 * CLASSES * SHOTS)))


if __name__ == "__main__":
    main()
