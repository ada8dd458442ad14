"""Self-supervised pre-training on short time series, with micro-batches and a memory bank."""
from itertools import islice

import torch

from contrast import Bank, Encoder, accumulated
from views import ViewMaker, micro_batches, series


def main():
    torch.manual_seed(43)
    gen = torch.Generator().manual_seed(44)
    encoder, bank, make_view = Encoder(24), Bank(20, 16), ViewMaker(45)
    optimizer = torch.optim.AdamW(encoder.parameters(), lr=5e-3, weight_decay=0.0)
    for step, batch in enumerate(islice(series(12, 24, gen), 6)):
        pairs = micro_batches(batch, make_view, size=4)
        loss, fresh = accumulated(encoder, pairs, bank.rows, 1e-3)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        bank.push(fresh)
        print(f"step {step} loss {loss.item():.5f}")
    print(f"bank spread {bank.rows.std(0).mean().item():.5f}")


if __name__ == "__main__":
    main()
