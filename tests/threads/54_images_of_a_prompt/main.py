"""A server that forbids recompilations, asked for several images of a prompt (lora-fast#5)."""
import torch

from pipeline import Pipeline
from transformer import Transformer


@torch.compile(backend="eager", dynamic=True)
def brightness(image):
    return image.sigmoid().mean()


@torch.no_grad()
def main():
    torch.manual_seed(0)
    pipeline = Pipeline(Transformer(dim=6))
    with torch._dynamo.config.patch(error_on_recompile=True):
        pipeline("a cat that holds a sign", images=1, steps=2)
        for prompt, images in [("a dog", 2), ("a house at night", 3), ("a cat", 1)]:
            out = pipeline(prompt, images=images, steps=2)
            values = [f"{brightness(image.clone()).item():.4f}" for image in out]
            print(prompt, *values)


if __name__ == "__main__":
    main()
