import torch

from encoder import tokenize


def maxsim(query, tokens, mask):
    sim = torch.einsum("qd,ntd->nqt", query, tokens)
    sim = sim.masked_fill(~mask[:, None, :], -1.0)
    return sim.amax(-1).sum(-1)


class Searcher:
    def __init__(self, encoder, index, query_len=6):
        self.encoder, self.index, self.query_len = encoder, index, query_len
        self.score = torch.compile(maxsim, backend="aot_eager")

    @torch.no_grad()
    def __call__(self, text, k=3):
        query = self.encoder(tokenize([text], self.query_len))[0]
        names, scores = [], []
        for block in self.index.blocks:
            scores.append(self.score(query, block.tokens, block.mask))
            names.extend(block.names)
        best = torch.cat(scores).topk(k)
        return [(names[i], round(s, 4)) for s, i in zip(best.values.tolist(), best.indices.tolist())]
