import torch

from pipeline import FlowPipeline
from transformer import JointTransformer


def contrast(image):
    return (image.amax() - image.amin()).item()


def main():
    torch.manual_seed(0)
    model = JointTransformer(channels=4).eval()
    model.compile(backend="inductor", fullgraph=True)
    pipe = FlowPipeline(model, channels=4, height=4, width=4)
    generator = torch.Generator().manual_seed(11)
    text = torch.randn(2, 6, 32, generator=generator)
    image = pipe(text, steps=5, generator=generator)
    print(f"shape {tuple(image.shape)} mean {image.mean().item():.4f} contrast {contrast(image):.3f}")


if __name__ == "__main__":
    main()
