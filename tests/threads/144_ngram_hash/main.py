"""Language identification with hashed character n-grams."""
import torch

from data import LANGS, collate, corpus
from model import LangId


def build(dim, buckets):
    torch.manual_seed(8)
    model = LangId(dim=dim, buckets=buckets, classes=len(LANGS))
    return model, torch.compile(model, backend="eager", fullgraph=True)


def run(fast, model, batch):
    try:
        return fast(batch)
    except torch._dynamo.exc.Unsupported as e:
        print("torch.compile failed (%s); eager from here on" % type(e).__name__)
        return None


def main():
    model, fast = build(dim=12, buckets=64)
    opt = torch.optim.Adagrad(model.parameters(), lr=0.2)
    for epoch in range(3):
        for rows in corpus(batch=6):
            batch = collate(rows)
            logits = run(fast, model, batch)
            if logits is None:
                fast = model
                logits = model(batch)
            loss = torch.nn.functional.cross_entropy(logits, batch["label"])
            opt.zero_grad()
            loss.backward()
            opt.step()
    right = (logits.argmax(1) == batch["label"]).float().mean()
    print("loss %.5f accuracy %.3f" % (loss.item(), right.item()))


if __name__ == "__main__":
    main()
