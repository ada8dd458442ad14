import torch

from augment import Classifier, CloudAugment, PointEncoder


def batches(count, size=8, points=64):
    gen = torch.Generator().manual_seed(3)
    for _ in range(count):
        yield torch.randn(size, points, 3, generator=gen), torch.randint(0, 5, (size,), generator=gen)


def main():
    torch.manual_seed(0)
    model = Classifier(CloudAugment(), PointEncoder())
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    step = torch.compile(model, backend="aot_eager")
    for i, (points, labels) in enumerate(batches(5)):
        loss = step(points, labels)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {i} loss {loss.item():.5f}")


if __name__ == "__main__":
    main()
