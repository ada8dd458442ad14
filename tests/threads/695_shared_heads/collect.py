class Terms(list):
    """A list of loss terms; tasks without a label return None and are left out."""

    def append(self, term):
        if term is not None:
            super().append(term)

    def extend(self, terms):
        for term in terms:
            self.append(term)


class Running:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def add(self, value):
        self.total += value
        self.count += 1

    @property
    def mean(self):
        return self.total / max(self.count, 1)
