import torch

from losses import DetectionLoss
from model import TinyDetector


def make_batch(gen, batch=4, queries=8):
    images = torch.rand(batch, 3, 32, 32, generator=gen)
    centers = torch.rand(batch, queries, 2, generator=gen)
    sizes = torch.rand(batch, queries, 2, generator=gen) * 0.4 + 0.05
    labels = torch.randint(0, 4, (batch, queries), generator=gen)
    return images, torch.cat([centers, sizes], dim=-1), labels


def main():
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(1)
    model, criterion = TinyDetector(), DetectionLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)

    @torch.compile(backend="aot_eager")
    def compute_loss(images, boxes, labels):
        return criterion(model(images), boxes, labels)

    for step in range(5):
        loss, parts = compute_loss(*make_batch(gen))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        shown = " ".join(f"{k} {v:.4f}" for k, v in parts.items())
        print(f"step {step} loss {loss.item():.4f} {shown}")


if __name__ == "__main__":
    main()
