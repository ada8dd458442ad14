import torch

from config import FrontendConfig
from frontend import Frontend


def recordings(count):
    gen = torch.Generator().manual_seed(8)
    return [torch.randn(4, 30, 8, generator=gen).cumsum(1) * 0.1 for _ in range(count)]


def spread(scores):
    return round(float(scores.max() - scores.min()), 4)


def main():
    torch.manual_seed(6)
    config = FrontendConfig()
    model = Frontend(config).eval()
    classify = torch.compile(model, backend="eager", fullgraph=True)
    with torch.no_grad():
        scores = torch.cat([classify(r) for r in recordings(3)])
    print(config.describe())
    print("mean", round(float(scores.mean()), 4), "spread", spread(scores))
    print("classes", scores.argmax(-1).tolist())


if __name__ == "__main__":
    main()
