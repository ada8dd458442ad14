import torch

from papers import citations
from ranker import Ranker


def main():
    torch.manual_seed(12)
    model = Ranker(inputs=12, width=16, layers=3).eval()
    rank = torch.compile(model, backend="eager", fullgraph=True)
    with torch.no_grad():
        for _ in range(3):
            graph, features = citations(papers=30, links=5)
            scores = rank(features, graph.starts, graph.targets)
            best = scores.topk(3).indices.tolist()
            print("links %d best %s spread %.4f" % (len(graph.targets), best, scores.std()))


if __name__ == "__main__":
    main()
