class Meter:
    """Running totals of a vector of counts."""

    def __init__(self, name):
        self.name = name
        self._totals = None
        self._calls = 0

    def add(self, counts):
        row = _as_list(counts)
        self._calls += 1
        if self._totals is None:
            self._totals = [0] * len(row)
        self._totals = [a + b for a, b in zip(self._totals, row)]

    def totals(self):
        return list(self._totals)

    def balance(self):
        total = sum(self._totals)
        return min(self._totals) / total


def _as_list(values):
    if isinstance(values, (list, tuple)):
        return list(values)
    return values.tolist()
