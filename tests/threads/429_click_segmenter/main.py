import torch

from config import SegConfig
from predictor import InteractivePredictor


def session(predictor, image, clicks):
    predictor.set_image(image)
    for i, (x, y, positive) in enumerate(clicks):
        logits = predictor.click(x, y, positive)
        area = (logits > 0).float().mean().item()
        print(f"  click {i}: area {area:.4f} mean {logits.mean().item():+.4f}")


def main():
    torch.manual_seed(7)
    cfg = SegConfig()
    predictor = InteractivePredictor(cfg)
    for n in (3, 6):
        image = torch.randn(1, 3, cfg.image_size, cfg.image_size)
        clicks = [((13 * k) % 64, (29 * k + n) % 64, k % 3 != 2) for k in range(n)]
        print(f"image with {n} clicks")
        session(predictor, image, clicks)


if __name__ == "__main__":
    main()
