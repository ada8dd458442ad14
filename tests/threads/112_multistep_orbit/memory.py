import torch


class Memory:
    """The latest derivatives, newest first."""

    def __init__(self, size):
        self.size = size
        self.items = None
        self.count = 0

    def start(self, like):
        self.items = []
        self.count = 0

    def push(self, item):
        self.items = [item] + self.items[: self.size - 1]
        self.count += 1

    @property
    def order(self):
        return min(self.count, self.size)
