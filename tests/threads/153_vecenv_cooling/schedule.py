import math
from collections import deque
from functools import partial


def boltzmann(q, noise, heats=(1.0,), floor=0.0):
    """Gumbel trick: sample from softmax(q / heat), heat smoothed over the last ones."""
    heat = sum(heats) / len(heats)
    return (q / (heat + floor) + noise).argmax(-1)


def greedy(q, noise):
    return q.argmax(-1)


class Cooling:
    """Cosine from hot to cold."""

    def __init__(self, hot, cold, episodes):
        self.hot, self.cold, self.episodes = hot, cold, episodes
        self.recent = deque(maxlen=6)

    def heat(self, episode):
        part = min(1.0, episode / self.episodes)
        return self.cold + 0.5 * (self.hot - self.cold) * (1 + math.cos(math.pi * part))

    def chooser(self, episode):
        if episode >= self.episodes:
            return greedy
        self.recent.append(self.heat(episode))
        return partial(boltzmann, heats=tuple(self.recent))


class Rate:
    def __init__(self, start, decay):
        self.start, self.decay = start, decay

    def __call__(self, episode):
        return self.start * self.decay**episode
