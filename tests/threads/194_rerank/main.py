"""Replay requests against the re-ranker and print the averages."""
import torch

from reranker import Reranker
from serve import Server, make_slate


def main():
    torch.manual_seed(11)
    g = torch.Generator().manual_seed(5)
    server = Server(Reranker(500))
    first = None
    for _ in range(6):
        order = server.handle(make_slate(g, 8, 20, 500))
        first = order[0, :5].tolist() if first is None else first
    dcg, cov, top = (sum(c) / len(c) for c in zip(*server.stats))
    print(f"dcg {dcg:.4f}  sellers in top five {cov:.3f}  top prob {top:.4f}")
    print("first", first, "explore now", round(server.level, 4))


if __name__ == "__main__":
    main()
