import torch

from data import PackingCollator, corpus
from model import PackedLM


def train(model, rows, lr=3e-3):
    step = torch.compile(model, backend="eager", dynamic=False)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    for i, row in enumerate(rows):
        loss = step(row.tokens, row.cu_seqlens, row.max_seqlen)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        used = int(row.cu_seqlens[-1])
        print(f"{i} loss {loss.item():.5f} packed {used / len(row.tokens):.2f}")


if __name__ == "__main__":
    torch.manual_seed(0)
    collate = PackingCollator()
    docs = list(corpus(32, 50, torch.Generator().manual_seed(1)))
    train(PackedLM(), [collate(docs[i:i + 4]) for i in range(0, len(docs), 4)])
