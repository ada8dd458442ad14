import torch
import torch.nn.functional as F

from batching import make_batch
from tower import VisionTower


def image_logits(token_logits, grids):
    sizes = [f * h * w // 4 for f, h, w in grids]
    return torch.stack([part.mean(0) for part in token_logits.split(sizes)])


def main():
    torch.manual_seed(2)
    tower = VisionTower()
    compiled = torch.compile(tower, backend="inductor", fullgraph=True)
    optimizer = torch.optim.SGD(tower.parameters(), lr=0.05)
    for step in range(4):
        batch = make_batch(step)
        logits = image_logits(compiled(batch.patches, batch.grid), [tuple(map(int, g)) for g in batch.grid])
        loss = F.cross_entropy(logits, batch.targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
