import torch

from corpus import sentences
from encoder import Encoder


def embed_all(model, texts):
    out = []
    for ids, mask in texts:
        out.append(model(ids, mask))
    return torch.cat(out)


def main():
    torch.manual_seed(30)
    model = Encoder(vocab=60, dim=32, heads=4, depth=2).eval()
    model.requires_grad_(False)
    for layer in model.layers:
        layer.compile(backend="eager")
    vectors = embed_all(model, sentences(batches=6, vocab=60))
    sims = vectors @ vectors.t()
    print(f"rows {vectors.shape[0]} norm {vectors.norm().item():.5f}")
    print(f"sim mean {sims.mean().item():.6f} max off diagonal {(sims - 2 * torch.eye(len(sims))).max().item():.6f}")


if __name__ == "__main__":
    main()
