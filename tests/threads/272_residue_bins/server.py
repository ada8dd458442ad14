import torch

from encoder import ResidueEncoder

ALPHABET = "ACDEFGHIKLMNPQRSTVWY"


def tokenize(sequence: str) -> torch.Tensor:
    return torch.tensor([ALPHABET.index(c) for c in sequence])


class EmbeddingServer:
    def __init__(self, pooling: str = "mean"):
        self.pooling = pooling
        self.encoder = ResidueEncoder(len(ALPHABET)).eval()
        self._encode = torch.compile(self.encoder, backend="eager", fullgraph=True)

    def pool(self, states: torch.Tensor) -> torch.Tensor:
        if self.pooling == "last":
            return states[-1]
        return states.mean(dim=0)

    @torch.no_grad()
    def embed(self, sequence: str) -> torch.Tensor:
        ids = tokenize(sequence)
        torch._dynamo.mark_dynamic(ids, 0)
        return self.pool(self._encode(ids))
