import torch

from motion import predict, resample, weigh


class Tracker:
    def __init__(self, cloud, noise):
        self.cloud, self.noise = cloud, noise
        self.update = torch.compile(self.update, backend="inductor")

    def update(self, cloud, move, ranges, jitter, offset):
        moved = predict(cloud, move, jitter)
        weighed = weigh(moved, ranges, self.noise)
        return resample(weighed, offset), weighed.mean(), weighed.effective()

    def advance(self, move, ranges, jitter, offset):
        new, guess, ess = self.update(self.cloud, move, ranges, jitter, offset)
        self.cloud = new
        return guess, ess
