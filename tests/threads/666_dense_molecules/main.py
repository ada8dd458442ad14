import torch

from graphs import collate
from model import RingModel

SIZES = [(4, 6, 8, 9, 5, 8), (7, 7, 7, 6, 5, 8), (12, 5, 6, 5, 4, 8), (9, 9, 3, 6, 8, 5)]


def main():
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(5)
    model = RingModel()
    forward = torch.compile(model, backend="eager")
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    batches = [collate(sizes, generator) for sizes in SIZES]
    for epoch in range(5):
        total = 0.0
        for batch in batches:
            loss = (forward(batch.x, batch.edges, batch.owner) - batch.target).pow(2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        print("epoch", epoch, round(total / len(batches), 4))
    norm = sum(p.pow(2).sum() for p in model.parameters()).sqrt()
    print("norm", round(norm.item(), 3))


if __name__ == "__main__":
    main()
