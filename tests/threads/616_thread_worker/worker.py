import torch

from runtime import HostThreads
from stages import Encode, Pool, Rank


class Worker:
    def __init__(self, vocab=64, width=32, labels=6, rows=4, length=10):
        self.vocab, self.width, self.labels = vocab, width, labels
        self.rows, self.length = rows, length
        self.threads = HostThreads()
        self.served = 0

    def load_model(self):
        self.threads.for_loading()
        torch.manual_seed(11)
        self.encode = torch.compile(Encode(self.vocab, self.width).eval())
        self.pool = torch.compile(Pool(self.width).eval())
        self.rank = torch.compile(Rank(self.width, self.labels).eval())

    @torch.no_grad()
    def run(self, tokens):
        return self.rank(self.pool(self.encode(tokens)))

    def warm_up(self):
        for _ in range(2):
            self.run(torch.zeros(self.rows, self.length, dtype=torch.long))

    def start(self):
        self.load_model()
        self.warm_up()
        self.threads.for_serving()

    def handle(self, tokens):
        self.served += tokens.shape[0]
        return self.run(tokens)
