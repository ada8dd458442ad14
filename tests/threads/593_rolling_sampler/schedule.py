import torch


class FlowSchedule:
    def __init__(self, steps, shift):
        raw = torch.linspace(1.0, 1.0 / steps, steps)
        self.sigmas = shift * raw / (1 + (shift - 1) * raw)
        self.timesteps = [round(float(s) * 1000) for s in self.sigmas]

    def next_sigma(self, index):
        if index + 1 < len(self.sigmas):
            return self.sigmas[index + 1]
        return torch.tensor(0.0)

    def step(self, flow, index, sample):
        return sample + (self.next_sigma(index) - self.sigmas[index]) * flow
