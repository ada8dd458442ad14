import torch


class TrackBook:
    """Owns the state of all tracks and what we know about the measurement noise."""

    def __init__(self, start):
        n = start.shape[0]
        self.x = torch.cat([start, torch.zeros(n, 2)], dim=1)
        self.P = torch.eye(4).repeat(n, 1, 1)
        self.noise = {"floor": torch.full((2,), 0.01)}
        self.seen = {}
        self.innovations = []

    def observe(self, frame):
        self.seen[frame.sensor] = self.seen.get(frame.sensor, 0) + 1
        spread = frame.z.std(dim=0)
        key = f"{frame.sensor}-{self.seen[frame.sensor]}"
        self.noise[key] = 0.002 * spread

    def commit(self, x, P, innov):
        self.x, self.P = x, P
        self.innovations.append(innov)
