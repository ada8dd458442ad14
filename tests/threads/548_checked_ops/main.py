import torch

from library import KernelLibrary


def init_weights(depth, dim, hidden):
    gen = torch.Generator().manual_seed(4)
    return [
        (
            torch.ones(dim),
            torch.randn(hidden, dim, generator=gen) * dim**-0.5,
            torch.randn(dim, hidden, generator=gen) * hidden**-0.5,
        )
        for _ in range(depth)
    ]


def encode(lib, x, weights):
    for scale, up, down in weights:
        h = lib.squared_relu(lib.rms_norm(x, scale), up)
        x = lib.residual(x, lib.project(h, down))
    return x


def main():
    torch.manual_seed(4)
    lib = KernelLibrary("eager")
    weights = init_weights(depth=3, dim=16, hidden=48)
    left, right = torch.randn(2, 10, 16).unbind()
    a, b = encode(lib, left, weights), encode(lib, right, weights)
    score = lib.cosine(a, b)
    print(f"mean {score.mean().item():.5f}")
    print(f"best {score.argmax().item()} {score.max().item():.5f}")


if __name__ == "__main__":
    main()
