import torch
import torch.nn.functional as F

from model import PointClassifier, PointConfig


def make_batch(n: int, batch: int, gen: torch.Generator):
    label = torch.arange(batch) % 3
    u = torch.randn(batch, n, 3, generator=gen)
    ball = u / u.norm(dim=-1, keepdim=True)
    scale = torch.tensor([[1.0, 1.0, 1.0], [1.0, 1.0, 0.1], [1.0, 0.1, 0.1]])[label]
    return ball * scale[:, None] + 0.02 * torch.randn(batch, n, 3, generator=gen), label


def scans(sizes, batch: int, seed: int):
    gen = torch.Generator().manual_seed(seed)
    for n in sizes:
        points, label = make_batch(n, batch, gen)
        torch._dynamo.mark_dynamic(points, 1)
        yield points, label


def main():
    torch.manual_seed(1)
    model = PointClassifier(PointConfig())
    forward = torch.compile(model, backend="eager")
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    for step, (points, label) in enumerate(scans([64, 90, 75, 120, 64, 101] * 3, 12, seed=4)):
        logits = forward(points)
        loss = F.cross_entropy(logits, label)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 6 == 5:
            acc = (logits.argmax(-1) == label).float().mean()
            print(f"step {step + 1}: points {points.shape[1]} loss {loss.item():.4f} acc {acc.item():.3f}")
    with torch.no_grad():
        points, label = next(scans([83], 30, seed=9))
        print("held out", (model(points).argmax(-1) == label).float().mean().item())


if __name__ == "__main__":
    main()
