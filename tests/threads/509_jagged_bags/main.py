import torch
import torch.nn.functional as F

from feed import stream
from ranker import Ranker


def main():
    torch.manual_seed(11)
    model = Ranker()
    ranker = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for batch in stream(7):
        optimizer.zero_grad()
        loss = F.binary_cross_entropy_with_logits(ranker(batch), batch.labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print("losses", " ".join(f"{x:.4f}" for x in losses))
    print(f"table norm {model.bags.table.weight.norm().item():.4f}")


if __name__ == "__main__":
    main()
