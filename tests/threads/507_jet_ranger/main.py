import torch
import torch.nn.functional as F

from jets import JetTagger, batches, make_jets
from ranger import Ranger


def accuracy(model, data):
    x, mask, labels = data
    with torch.no_grad():
        return (model(x, mask).argmax(-1) == labels).float().mean().item()


def main():
    torch.manual_seed(7)
    train, test = make_jets(640, seed=1), make_jets(128, seed=2)
    model = JetTagger()
    optimizer = Ranger(model.parameters())
    losses = []
    for x, mask, labels in batches(train, 32):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x, mask), labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print(f"first {losses[0]:.4f} last {losses[-1]:.4f}")
    print(f"accuracy {accuracy(model, test):.4f}")
    print(f"weight norm {sum(p.norm() for p in model.parameters()).item():.4f}")


if __name__ == "__main__":
    main()
