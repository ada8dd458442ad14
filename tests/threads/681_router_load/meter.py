class LoadMeter:
    """Keeps the share of tokens that each expert received."""

    def __init__(self, num_experts):
        self.num_experts = num_experts
        self.history = []

    def add(self, share):
        self.history.append(share.detach())

    def summary(self):
        total = sum(self.history) / len(self.history)
        self.history.clear()
        return total

    @staticmethod
    def imbalance(share):
        return (share.max() / share.mean()).item()
