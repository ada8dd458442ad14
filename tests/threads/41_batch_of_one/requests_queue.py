import torch


class Queue:
    def __init__(self, lengths):
        self.left = torch.tensor(lengths)

    def alive(self):
        return self.left > 0

    def advance(self):
        self.left = self.left - 1
