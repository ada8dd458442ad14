import torch


class MultistepSolver:
    """Second order in the log-SNR, first order for the opening step."""

    def __init__(self, schedule, clip=3.0):
        self.schedule = schedule
        self.clip = clip
        self.begin()

    def begin(self):
        self.outputs = []

    def levels(self):
        return iter(self.schedule)

    def remember(self, x0):
        self.outputs.append(x0)

    def direction(self):
        if len(self.outputs) < 2:
            return self.outputs[-1]
        last, before = self.outputs[-1], self.outputs[-2]
        return last + 0.5 * (last - before)

    def advance(self, x, level):
        decay = level.next_sigma / level.sigma
        drive = level.next_alpha * (1 - torch.exp(-level.gap))
        return decay * x + drive * self.direction()

    def step(self, model, x, level):
        noise = model(x, level.log_snr)
        x0 = (x - level.sigma * noise) / level.alpha
        self.remember(x0.clamp(-self.clip, self.clip))
        return self.advance(x, level)
