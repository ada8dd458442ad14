import torch

from pipeline import FlowPipeline
from transformer import Transformer

SIZES = [(64, 64), (96, 64), (64, 112), (80, 96), (128, 88)]


def main():
    torch.manual_seed(1)
    pipe = FlowPipeline(Transformer().eval())
    for i, (height, width) in enumerate(SIZES):
        image = pipe(height, width, seed=i)
        print(f"{height}x{width}: mean={image.mean():.4f} std={image.std():.4f}")


if __name__ == "__main__":
    main()
