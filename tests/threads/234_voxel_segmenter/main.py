import torch

from segmenter import VoxelSegmenter
from voxel import GridConfig


class Confusion:
    def __init__(self, classes: int):
        self.table = torch.zeros(classes, classes, dtype=torch.long)

    def update(self, pred: torch.Tensor, target: torch.Tensor) -> None:
        flat = target * self.table.shape[0] + pred
        self.table.view(-1).index_add_(0, flat, torch.ones_like(flat))

    def iou(self) -> list[float]:
        hit = self.table.diagonal()
        union = self.table.sum(0) + self.table.sum(1) - hit
        return [round(v, 5) for v in (hit / union.clamp_min(1)).tolist()]


def scene(seed: int, count: int = 200) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    gen = torch.Generator().manual_seed(seed)
    points = torch.randn(count, 3, generator=gen)
    features = torch.randn(count, 4, generator=gen)
    return points, features, (points[:, 2] > 0).long() + (points[:, 0] > 1).long()


@torch.no_grad()
def main() -> None:
    torch.manual_seed(21)
    model = VoxelSegmenter(GridConfig()).eval()
    compiled = torch.compile(model, backend="aot_eager")
    confusion = Confusion(3)
    for seed in range(3):
        points, features, labels = scene(seed)
        logits = compiled(points, features)
        confusion.update(logits.argmax(-1), labels)
        print(f"scene {seed}: mean {logits.mean().item():.6f} norm {logits.norm().item():.5f}")
    print("iou", confusion.iou())


if __name__ == "__main__":
    main()
