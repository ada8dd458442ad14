"""Score queries against a store of passages; the number of passages is marked dynamic."""
import sys

import torch

from scorer import Scorer
from store import Store


def run(scorer, store, query):
    keys = store.keys()
    torch._dynamo.mark_dynamic(keys, 0)
    try:
        return scorer.fast(query, keys)
    except Exception as e:
        print(f"compiling failed, going on in eager: {type(e).__name__}", file=sys.stderr)
        scorer.fast = scorer.score
        return scorer.fast(query, keys)


def main():
    torch.manual_seed(0)
    store = Store(dim=16, seed=4)
    scorer = Scorer(dim=16)
    query = torch.randn(3, 16)
    for grow in (40, 24, 31):
        store.add(grow)
        with torch.no_grad():
            top, where = run(scorer, store, query)
        print(len(store), where.tolist(), " ".join(f"{v:.5f}" for v in top.tolist()))


if __name__ == "__main__":
    main()
