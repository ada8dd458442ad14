"""Attention that names its axes by a pattern (einops#250)."""
import torch

from layers import Attention


@torch.compile(backend="eager")
def embed(x, weight):
    return (x @ weight).tanh()


def main():
    torch.manual_seed(0)
    attend = torch.compile(Attention(8, 2), backend="eager")
    weight = torch.randn(4, 8)
    with torch.no_grad():
        for _ in range(4):
            out = attend(embed(torch.randn(2, 5, 4), weight))
            print(f"{out.sum().item():.4f}")


if __name__ == "__main__":
    main()
