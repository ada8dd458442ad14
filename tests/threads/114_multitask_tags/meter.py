class Meter:
    """Values by name, in the order in which they came."""

    def __init__(self):
        self.rows = {}
        self.steps = 0

    def __len__(self):
        return len(self.rows)

    def tag(self, task):
        self.steps += 1
        return f"{task}/{self.steps:03d}"

    def add(self, terms):
        for key, value in terms.items():
            self.rows[key] = value.item()

    def last(self, n):
        return list(self.rows.items())[-n:]
