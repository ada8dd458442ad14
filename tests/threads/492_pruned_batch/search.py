import torch

BOS, EOS = 1, 2


class GreedySearch:
    def __init__(self, memory, limits):
        self.memory = memory
        self.limits = limits
        self.rows = torch.arange(memory.shape[0])
        self.token = torch.full_like(self.rows, BOS)
        self.state = memory.mean(dim=1)
        self.outputs = [[] for _ in limits]
        self.scores = [0.0 for _ in limits]

    @property
    def done(self):
        return self.rows.numel() == 0

    def advance(self, best, token, state, step):
        self.token, self.state = token, state
        keep = []
        for slot, row in enumerate(self.rows.tolist()):
            word = int(token[slot])
            self.outputs[row].append(word)
            self.scores[row] += float(best[slot])
            keep.append(word != EOS and step + 1 < self.limits[row])
        self.prune(torch.tensor(keep))

    def prune(self, keep):
        self.rows, self.token = self.rows[keep], self.token[keep]
        self.state, self.memory = self.state[keep], self.memory[keep]
