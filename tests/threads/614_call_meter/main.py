import torch

from encoder import SentenceEncoder
from meter import CallMeter, Ledger
from tenants import requests, spread

VOCAB, LENGTH, SIZE = 48, 9, 4


@torch.no_grad()
def main():
    torch.manual_seed(17)
    encoder = SentenceEncoder(VOCAB, width=24, heads=3, depth=2).eval()
    encode = torch.compile(encoder, backend="eager")
    meter = CallMeter()
    ledger = Ledger(price_per_call=0.25)
    spreads = []
    for tenant, tokens in requests(VOCAB, LENGTH, SIZE, seed=1):
        before = int(meter.calls)
        with meter:
            vectors = encode(tokens)
        ledger.charge(tenant, before, meter.calls)
        spreads.append(spread(vectors))
    print("spread", " ".join(f"{value:.4f}" for value in spreads))
    print("calls", [used for _, used, _ in ledger.rows], "total", ledger.total())


if __name__ == "__main__":
    main()
