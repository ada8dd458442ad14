import torch
import torch.nn.functional as F

from attention import PackedBlock
from masks import both, causal, document_mask
from packing import fill_rate, pack_documents

LENGTH, VOCAB = 24, 50
PLANS = [[9, 8, 5], [12, 10], [6, 6, 6, 6], [20, 3], [4, 7, 5, 3, 2], [15, 8], [11, 5, 7]]


def documents(gen, sizes):
    return [torch.randint(1, VOCAB, (n,), generator=gen).tolist() for n in sizes]


def main():
    torch.manual_seed(8)
    gen = torch.Generator().manual_seed(9)
    model = PackedBlock(VOCAB, 32, 4)
    forward = torch.compile(model, backend="eager")
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    losses, fills = [], []
    for sizes in PLANS:
        docs = documents(gen, sizes)
        pack = pack_documents(docs, LENGTH)
        logits = forward(pack.tokens, both(causal, document_mask(pack.ends)))
        loss = F.cross_entropy(logits[:-1], pack.tokens[1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        fills.append(fill_rate(docs, LENGTH))
    print("losses", " ".join(f"{x:.4f}" for x in losses))
    print("fill %.3f" % (sum(fills) / len(fills)))


if __name__ == "__main__":
    main()
