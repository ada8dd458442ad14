import torch


class ObjectMemory:
    def __init__(self, num_objects, dim, slots):
        self.num_objects = num_objects
        self.dim = dim
        self.slots = slots
        self.reset()

    def reset(self):
        self.query = torch.zeros(1, self.num_objects, self.dim)
        self.readouts = []

    def write(self, query):
        self.query = query
        self.readouts.append(query.float().mean(dim=1))
        if len(self.readouts) > self.slots:
            self.readouts.pop(0)

    def read(self):
        return self.query

    def summary(self):
        return torch.stack(self.readouts).mean().item()
