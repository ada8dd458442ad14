import torch
import torch.nn.functional as F

from data import FEATURES, ClickLog
from dlrm import DLRM


def train(model, log, epochs=3, lr=0.05):
    compiled = torch.compile(model, backend="eager")
    optimizer = torch.optim.Adagrad(model.parameters(), lr=lr)
    for epoch in range(epochs):
        total, correct, seen = 0.0, 0, 0
        for batch in log:
            logits = compiled(batch.dense, batch.sparse)
            loss = F.binary_cross_entropy_with_logits(logits, batch.label)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(batch.label)
            correct += ((logits > 0) == (batch.label > 0.5)).sum().item()
            seen += len(batch.label)
        print(f"epoch {epoch} loss {total / seen:.5f} accuracy {correct / seen:.4f}")


if __name__ == "__main__":
    torch.manual_seed(2)
    train(DLRM(FEATURES), ClickLog())
