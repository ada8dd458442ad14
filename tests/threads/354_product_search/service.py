import torch

from ranker import Query


class SearchService:
    def __init__(self, ranker, docs, top_k=3, backend="eager"):
        self.rank = torch.compile(ranker, backend=backend)
        self.docs = docs
        self.top_k = top_k
        self.clicks = {}

    def search(self, text, user):
        with torch.no_grad():
            scores = self.rank(Query(text, user), self.docs)
        best = scores.topk(self.top_k)
        for doc in best.indices.tolist():
            self.clicks[doc] = self.clicks.get(doc, 0) + 1
        return list(zip(best.indices.tolist(), best.values.tolist()))

    def popular(self):
        return sorted(self.clicks.items(), key=lambda kv: (-kv[1], kv[0]))[:3]
