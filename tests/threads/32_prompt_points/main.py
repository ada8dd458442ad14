"""Clicks on an image, a few more for each object (sam2#517)."""
import torch

from build import build_segmenter


@torch.compile(backend="eager")
def stability(mask):
    high, low = (mask > 0.5).float().sum((1, 2)), (mask > -0.5).float().sum((1, 2))
    return high / low.clamp(min=1)


def clicks(numbers, size):
    for n in numbers:
        yield torch.rand(2, n, 2) * size, torch.randint(0, 2, (2, n))


@torch.no_grad()
def main():
    torch.manual_seed(0)
    model = build_segmenter(dim=8, size=6, vos_optimized=True)
    image = torch.rand(2, 3, 6, 6)
    features = model.image_encoder(image)
    for points, labels in clicks((3, 4, 5, 7, 6, 3), size=6):
        mask = model.segment(features, points, labels)
        score = stability(mask)
        print(points.shape[1], f"{mask.mean().item():.4f} {score.sum().item():.4f}")


if __name__ == "__main__":
    main()
