import world


class Recorder:
    """Called after each step: keeps count, and the lowest point now and then."""

    def __init__(self, every):
        self.every = every
        self.lowest = []

    def __call__(self, i, pos):
        world.ticks += 1
        world.wind = world.gust()
        if i % self.every == self.every - 1:
            self.lowest.append(pos[..., 2].min().item())
