import torch
from torch.nn import functional as F

from corpus import accuracy, bucketed
from tagger import Tagger


def main():
    torch.manual_seed(2)
    model = Tagger()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.AdamW(model.parameters(), lr=5e-3)
    losses = []
    for ids, labels in bucketed(rounds=2):
        logits = net(ids)
        loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    print(f"first {losses[0]:.4f} last {losses[-1]:.4f}")
    print(f"accuracy {accuracy(logits, labels):.4f}")


if __name__ == "__main__":
    main()
