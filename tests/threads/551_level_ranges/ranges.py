import bisect


class RegressRanges:
    """Object size intervals that the pyramid levels are responsible for."""

    def __init__(self, bounds):
        self.bounds = sorted(bounds)

    def level_of(self, size):
        return bisect.bisect_right(self.bounds, size)

    def interval(self, level):
        low = self.bounds[level - 1] if level > 0 else 0
        high = self.bounds[level] if level < len(self.bounds) else float("inf")
        return low, high

    def __len__(self):
        return len(self.bounds) + 1
