import torch

from model import Recall

ITEMS = 14


def sessions(n, gen):
    weights = 1.0 / torch.arange(1, ITEMS + 1)
    seq = torch.multinomial(weights, n * 6, replacement=True, generator=gen).view(n, 6)
    return seq[:, :5], seq[:, 5]


def main():
    torch.manual_seed(4)
    gen = torch.Generator().manual_seed(9)
    history, target = sessions(600, gen)
    counts = torch.bincount(target, minlength=ITEMS).tolist()
    model = Recall(counts)
    step = torch.compile(model, backend="eager")
    optim = torch.optim.Adagrad(model.parameters(), lr=0.1)
    for epoch in range(3):
        total = 0.0
        for lo in range(0, 600, 100):
            loss = step(history[lo:lo + 100], target[lo:lo + 100])
            optim.zero_grad()
            loss.backward()
            optim.step()
            total += loss.item()
        print(epoch, f"{total / 6:.6f}")


if __name__ == "__main__":
    main()
