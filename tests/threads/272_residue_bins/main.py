import random

import torch

from server import ALPHABET, EmbeddingServer


def peptides(lengths, seed: int = 0) -> list[str]:
    rng = random.Random(seed)
    return ["".join(rng.choices(ALPHABET, k=n)) for n in lengths]


if __name__ == "__main__":
    torch.manual_seed(17)
    server = EmbeddingServer()
    vectors = torch.stack([server.embed(s) for s in peptides((21, 34, 12, 47))])
    for row in torch.cosine_similarity(vectors[:, None], vectors[None], dim=-1):
        print(" ".join(f"{v:.5f}" for v in row.tolist()))
