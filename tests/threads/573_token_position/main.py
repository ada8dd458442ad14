import torch

from captioner import Captioner
from config import TextConfig


def make_image(cfg):
    return torch.randn(1, cfg.image_tokens, 12)


def main():
    torch.manual_seed(0)
    cfg = TextConfig()
    model = Captioner(cfg).eval()
    for n, prompt in enumerate(([5, 9, 12], [5, 9, 12, 40])):
        tokens, score = model.caption(make_image(cfg), torch.tensor([prompt]), max_tokens=7)
        print(f"image {n}: tokens={tokens} score={score:.4f}")


if __name__ == "__main__":
    main()
