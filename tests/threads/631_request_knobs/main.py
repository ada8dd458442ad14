import torch
from torch import nn

from metadata import collect
from sampler import sample
from traffic import TRACE, describe

VOCAB = 40


class Bigram(nn.Module):
    def __init__(self, vocab, width=16):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.head = nn.Linear(width, vocab)

    def forward(self, tokens):
        return self.head(torch.tanh(self.embed(tokens[:, 0]))) * 3


@torch.compile(backend="eager")
def decode_step(model, tokens, metadata, noise):
    return sample(model(tokens), metadata, noise)


def main():
    torch.manual_seed(4)
    model = Bigram(VOCAB).eval()
    gen = torch.Generator().manual_seed(9)
    with torch.no_grad():
        for batch in TRACE:
            metadata = collect(batch, VOCAB)
            tokens = torch.tensor([[r.prompt] for r in batch])
            total, ids = 0.0, []
            for _ in range(3):
                noise = -torch.empty(len(batch), VOCAB).exponential_(generator=gen).log()
                tokens, logprob = decode_step(model, tokens, metadata, noise)
                ids.append(tokens[:, 0].tolist())
                total += logprob.sum().item()
            print(describe(batch), ids, f"{total:.4f}")


if __name__ == "__main__":
    main()
