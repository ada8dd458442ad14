import torch

from processor import ImageProcessor
from vision import VisionConfig, VisionTower

REQUESTS = [[(16, 24)], [(32, 16), (16, 16)], [(24, 24)] * 3, [(40, 16), (16, 48)], [(24, 16), (8, 8), (16, 32), (20, 20)]]


def main():
    torch.manual_seed(4)
    cfg = VisionConfig()
    processor = ImageProcessor(cfg)
    tower = torch.compile(VisionTower(cfg).eval(), backend="eager", dynamic=True)
    with torch.no_grad():
        for i, sizes in enumerate(REQUESTS):
            batch = processor([torch.rand(3, h, w) for h, w in sizes])
            features = tower(batch)
            print(f"request {i}  images {len(sizes)}  tokens {features.shape[0]:3d}  sum {features.sum().item():.4f}")


if __name__ == "__main__":
    main()
