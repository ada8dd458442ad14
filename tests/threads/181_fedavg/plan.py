"""Which part of the network is trained in which round (saves upload)."""


class RoundPlan:
    def __init__(self, groups, rounds):
        self.groups = list(groups)
        self.rounds = rounds

    def active(self, r):
        if r == 0:
            return set(self.groups)
        first = self.groups[r % len(self.groups)]
        return {first, "head"}

    def apply(self, net, r):
        chosen = self.active(r)
        for name, child in net.named_children():
            for p in child.parameters():
                p.requires_grad_(name in chosen)
        return chosen
