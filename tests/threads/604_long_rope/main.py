import torch
import torch.nn.functional as F

from model import Reader
from positions import chunk_positions

CHUNK = 16


def document(length, vocab, batch):
    gen = torch.Generator().manual_seed(3)
    return torch.randint(0, vocab, (batch, length), generator=gen)


@torch.no_grad()
def score(reader, tokens):
    losses = []
    for start in range(0, tokens.shape[1] - 1, CHUNK):
        part = tokens[:, start:start + CHUNK + 1]
        where = chunk_positions(start, CHUNK, tokens.shape[0])
        logits = reader(part[:, :-1].contiguous(), where)
        losses.append(F.cross_entropy(logits.flatten(0, 1), part[:, 1:].flatten()))
    return torch.stack(losses)


def main():
    torch.manual_seed(1)
    reader = torch.compile(Reader().eval(), backend="aot_eager")
    losses = score(reader, document(6 * CHUNK + 1, 50, 2))
    print("chunks", len(losses))
    print("loss", round(losses.mean().item(), 4))
    print("late/early", round((losses[-2:].mean() / losses[:2].mean()).item(), 4))


if __name__ == "__main__":
    main()
