import torch

from columns import COLUMNS, assemble
from events import shards
from scorer import Scorer


def main():
    torch.manual_seed(70)
    model = Scorer(COLUMNS, dim=12)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    net = torch.compile(model, backend="aot_eager")
    loss_fn = torch.nn.BCEWithLogitsLoss()
    for epoch in range(2):
        total = 0.0
        for rows, labels in shards(rows=16):
            loss = loss_fn(net(**assemble(COLUMNS, rows)), labels)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        print(f"epoch {epoch} logloss {total:.5f}")
    norms = " ".join(f"{k}={p.norm().item():.4f}" for k, p in model.named_parameters() if "encoders" in k)
    print(norms)


if __name__ == "__main__":
    main()
