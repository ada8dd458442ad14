import torch

from data import batches
from model import Triage


def train(model, step, optimizer):
    history, log = [], []
    for batch in batches():
        loss, guess = step(batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
        log.append((batch["subject"][:20], guess.tolist()))
    return history, log


def main():
    torch.manual_seed(3)
    model = Triage()
    step = torch.compile(model, backend="inductor")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    history, log = train(model, step, optimizer)
    print("first", round(history[0], 4), "last", round(history[-1], 4))
    print("mean", round(sum(history) / len(history), 4))
    print("last subject", log[-1][0], "batches", len(log))


if __name__ == "__main__":
    main()
