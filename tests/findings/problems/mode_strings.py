import torch


def encode(x, name):
    freqs = torch.arange(4) / 4
    if name.startswith("image"):
        freqs = freqs * 2
    return x[..., None] * freqs


def main():
    torch.manual_seed(0)
    compiled = torch.compile(encode, backend="eager")
    for number in range(6):
        y = compiled(torch.randn(8), f"image_{number:04d}.png")
    print(tuple(y.shape))


main()
