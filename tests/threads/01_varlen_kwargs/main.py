"""A transformer block whose attention gets what is known of the batch as keyword arguments (xDiT#781)."""
import torch
import torch.nn as nn

from context import AttentionContext
from layers import Block


@torch.compile(backend="eager")
def embed(x, weight):
    return nn.functional.silu(x @ weight)


@torch.compile(backend="eager")
def pooled_error(out, target):
    return (out.mean(1) - target).square().mean()


def batches(seq, dim):
    lengths = [[6, 6], [6, 4], [3, 6], [6, 6], [5, 5], [6, 6]]
    styles = [None, None, 0.5, 0.25, None, None]
    for length, style in zip(lengths, styles):
        yield torch.randn(2, seq, dim), torch.tensor(length), style


def main():
    torch.manual_seed(0)
    dim, seq = 8, 6
    context = AttentionContext(dim)
    blocks = nn.ModuleList([Block(dim, context) for _ in range(2)])
    weight = torch.randn(dim, dim) / 3
    for block in blocks:
        block.compile(backend="eager")
    total = 0.0
    with torch.no_grad():
        for x, length, style in batches(seq, dim):
            x = embed(x, weight)
            context.update(length, seq, style)
            for block in blocks:
                x = block(x)
            total += pooled_error(x, torch.zeros(2, dim)).item()
    print(f"{total:.4f}")


if __name__ == "__main__":
    main()
