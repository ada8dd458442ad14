class Curriculum:
    """First the nearest lead time, then one more after every few steps."""

    def __init__(self, leads, every):
        self.leads = leads
        self.every = every

    def active(self, step):
        n = min(self.leads, 1 + step // self.every)
        return list(range(n))
