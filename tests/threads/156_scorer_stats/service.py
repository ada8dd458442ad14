import torch

from scorer import make_step
from stats import STATS


class Service:
    def __init__(self, model, documents):
        self.documents = documents
        self.step = make_step(model)

    def warm_up(self):
        query = torch.zeros(1, 6, dtype=torch.long)
        self.step(query, self.documents)

    def answer(self, words):
        query = torch.tensor([(words + [0] * 6)[:6]])
        with STATS.request(), torch.inference_mode():
            score, index = self.step(query, self.documents)
        STATS.add("answers", 1)
        return score.tolist(), index.tolist()
