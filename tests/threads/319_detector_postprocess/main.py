import torch

from detector import Detector, PostConfig


def frames(count, size=96):
    gen = torch.Generator().manual_seed(4)
    for _ in range(count):
        yield torch.randn(3, size, size, generator=gen)


def main():
    torch.manual_seed(1)
    model = Detector(post=PostConfig(keep=5)).eval()
    detect = torch.compile(model, backend="aot_eager", fullgraph=True)
    with torch.no_grad():
        for i, image in enumerate(frames(4)):
            boxes, scores, labels = detect(image)
            shown = " ".join(f"{c}:{s:.4f}" for c, s in zip(labels.tolist(), scores.tolist()))
            print(f"frame {i} {shown} extent {boxes.mean().item():.3f}")


if __name__ == "__main__":
    main()
