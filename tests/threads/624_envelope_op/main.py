import torch
import torch.nn.functional as F

from classifier import SoundClassifier
from sounds import CLASSES, sounds


def main():
    torch.manual_seed(6)
    model = SoundClassifier(classes=CLASSES, hop=16, frames=32)
    network = torch.compile(model, backend="aot_eager", fullgraph=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    losses, right, seen = [], 0, 0
    for waves, labels in sounds(batches=20, rows=12, samples=512):
        logits = network(waves)
        loss = F.cross_entropy(logits, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        right += int((logits.argmax(-1) == labels).sum())
        seen += len(labels)
    print("loss first %.3f last %.3f" % (losses[0], losses[-1]))
    print("accuracy %.3f" % (right / seen))


if __name__ == "__main__":
    main()
