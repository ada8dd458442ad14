class StateTable:
    """Maps a discrete molecular state (total charge, multiplicity) to an embedding row."""

    def __init__(self, states, sign=False):
        self.states = list(states)
        self.sign = sign
        self.rows = {self.key(s): i for i, s in enumerate(self.states)}

    def key(self, state):
        return f"{state:+d}" if self.sign else str(state)

    def __len__(self):
        return len(self.states)

    def lookup(self, states):
        return [self.rows[self.key(s)] for s in states.tolist()]

    def describe(self):
        return f"{self.key(self.states[0])}..{self.key(self.states[-1])}"
