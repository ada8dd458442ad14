"""An encoder that warns of padded batches (tt-torch#852)."""
import torch

from model import Encoder


@torch.compile(backend="eager", fullgraph=True)
def score(pooled, weight):
    return (pooled @ weight).sigmoid()


def main():
    torch.manual_seed(0)
    encoder = Encoder(32, 8, pad=0).eval()
    encode = torch.compile(encoder, backend="eager", fullgraph=True)
    weight = torch.randn(8, 2)
    with torch.no_grad():
        for _ in range(3):
            ids = torch.randint(1, 32, (3, 7))
            print(score(encode(ids), weight).sum().item())


if __name__ == "__main__":
    main()
