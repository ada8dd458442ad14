import torch

from clips import ClipSet
from encoder import ClipEncoder, top_label


def main():
    torch.manual_seed(1)
    model = ClipEncoder().eval()
    encode = torch.compile(model, backend="aot_eager")
    clips = ClipSet(target_fps=12)
    total = 0.0
    with torch.no_grad():
        for name, features, ratio in clips:
            logits = encode(features, ratio)
            label, score = top_label(logits)
            total += logits.abs().sum().item()
            print(f"{name:8s} label {label} score {score:.4f}")
    print(f"total {total:.4f}")


if __name__ == "__main__":
    main()
