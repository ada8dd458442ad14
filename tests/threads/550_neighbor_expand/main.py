import torch
import torch.nn.functional as F

from sage import Classifier
from sampler import NeighborSampler


def accuracy(logits, labels):
    return (logits.argmax(1) == labels).float().mean().item()


def main():
    torch.manual_seed(3)
    features = torch.randn(200, 12)
    labels = (features[:, :4].sum(1) > 0).long()
    sampler = NeighborSampler(200, fanout=9, seed=21)
    model = Classifier(12, 32, 2)
    step = torch.compile(model, backend="aot_eager")
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    losses, accs, edges = [], [], 0
    for _ in range(6):
        block = sampler.sample()
        logits = step(features, block.indptr, block.indices, block.seeds)
        target = labels[block.seeds]
        loss = F.cross_entropy(logits, target)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(round(loss.item(), 4))
        accs.append(accuracy(logits, target))
        edges += block.indices.numel()
    print("edges", edges)
    print("losses", losses)
    print("accuracy", round(sum(accs) / len(accs), 4))


if __name__ == "__main__":
    main()
