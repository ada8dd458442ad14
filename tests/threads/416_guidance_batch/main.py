import torch

from pipeline import FlowPipeline
from transformer import FlowConfig, FlowTransformer


def main():
    torch.manual_seed(0)
    cfg = FlowConfig()
    model = FlowTransformer(cfg).eval()
    pipe = FlowPipeline(torch.compile(model, backend="aot_eager", dynamic=True))
    gen = torch.Generator().manual_seed(3)
    requests = [(2, None), (3, None), (3, [1.5, 3.5, 7.0]), (4, None), (2, [2.0, 5.0])]
    for n, guidance in requests:
        images = pipe(torch.randn(n, 16, cfg.channels, generator=gen), guidance)
        print(f"{n} images: mean {images.mean().item():+.6f} norm {images.norm().item():.5f}")


if __name__ == "__main__":
    main()
