import torch

from detector import DecoderConfig, Detector


def frames(count: int, seed: int):
    gen = torch.Generator().manual_seed(seed)
    for _ in range(count):
        yield torch.randn(1, 4, 10, 12, generator=gen)


@torch.no_grad()
def main() -> None:
    torch.manual_seed(8)
    detector = torch.compile(Detector(DecoderConfig()).eval(), backend="aot_eager")
    for i, bev in enumerate(frames(3, seed=30)):
        boxes, scores = detector(bev)
        best = boxes[scores.argmax()]
        print(f"frame {i}: scores {[round(s, 5) for s in scores.tolist()]}")
        print("  best", [round(v, 4) for v in best.tolist()])


if __name__ == "__main__":
    main()
