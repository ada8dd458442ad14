class ReachSchedule:
    """Widens the attention of all blocks from `first` to `last` tokens during the run."""

    def __init__(self, blocks, first, last, steps, quantum=4):
        self.blocks = list(blocks)
        self.first, self.last = first, last
        self.steps = steps
        self.quantum = quantum

    def at(self, step):
        raw = self.first + (self.last - self.first) * step / self.steps
        return max(self.first, int(raw) // self.quantum * self.quantum)

    def update(self, step):
        for block in self.blocks:
            block.reach = self.at(step)


def learning_rate(step, steps, base=0.01):
    return base * min(1.0, (step + 1) / 5) * (1 - 0.9 * step / steps)
