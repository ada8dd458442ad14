"""Next-item recommender over short shopping sessions."""
import torch

from encoder import SessionEncoder
from feed import session_batches, vocabulary
from schema import FIELDS, Metrics


def evaluate(model, batches):
    hits, n = 0, 0
    with torch.no_grad():
        for batch in batches:
            pred = model.items.weight @ model.pool(model.embed(batch)).T
            hits += (pred.argmax(0) == batch.target).sum().item()
            n += len(batch.target)
    return Metrics(hits=hits, n=n)


def main():
    torch.manual_seed(14)
    model = SessionEncoder(vocabulary(), dim=12)
    opt = torch.optim.Adagrad(model.parameters(), lr=0.1)
    for epoch in range(2):
        total = 0.0
        for batch in session_batches(n=5, size=10, seed=epoch):
            loss = model(batch)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        m = evaluate(model, session_batches(n=2, size=10, seed=77))
        print(f"epoch {epoch} loss {total / 5:.4f} hit rate {m.rate:.3f}")
    print("fields", ",".join(FIELDS))


if __name__ == "__main__":
    main()
