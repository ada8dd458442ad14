import torch

from captioner import Captioner, CaptionLoss
from data import CaptionSet
from ragged import fill_ratio


def train(epochs=3):
    torch.manual_seed(11)
    captions = CaptionSet()
    model = Captioner()
    objective = torch.compile(CaptionLoss(model), backend="aot_eager")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.9)
    for epoch in range(epochs):
        losses, fills = [], []
        for features, ids, targets, lengths in captions.batches(6):
            loss = objective(features, ids, targets, lengths)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            fills.append(fill_ratio(lengths, ids.shape[1]))
        yield epoch, sum(losses) / len(losses), sum(fills) / len(fills)


if __name__ == "__main__":
    for epoch, loss, fill in train():
        print(f"epoch {epoch} loss {loss:.4f} fill {fill:.3f}")
