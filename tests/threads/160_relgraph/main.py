"""Relational graph network over small knowledge-graph neighbourhoods."""
import torch

from collate import Collator
from graphs import RELATIONS, sample_graph
from rgcn import RGCN


def batches(n, per_batch, collate):
    for i in range(n):
        yield collate([sample_graph(seed=100 * i + j) for j in range(per_batch)])


def relation_histogram(stream):
    seen = {r: 0 for r in RELATIONS}
    for batch in stream:
        for r, adj in batch["adj"].items():
            seen[r] += int(adj.sum())
    return seen


def main():
    torch.manual_seed(0)
    collate = Collator(RELATIONS, n_nodes=10)
    model = RGCN(in_dim=6, hidden=16, n_classes=2, relations=RELATIONS)
    model.compile(backend="aot_eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)

    for epoch in range(2):
        total = 0.0
        for batch in batches(6, 2, collate):
            logits = model(batch["x"], batch["adj"])
            loss = torch.nn.functional.cross_entropy(logits, batch["y"])
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        print(f"epoch {epoch} loss {total / 6:.5f}")
    print("edges", relation_histogram(batches(6, 2, collate)))


if __name__ == "__main__":
    main()
