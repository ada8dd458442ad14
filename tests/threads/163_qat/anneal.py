"""How far the run is from float to fully quantised."""


class Anneal:
    total = 1
    done = 0
    strength = 0.0

    @classmethod
    def begin(cls, total):
        cls.total = total
        cls.done = 0
        cls._refresh()

    @classmethod
    def advance(cls):
        cls.done += 1
        cls._refresh()

    @classmethod
    def _refresh(cls):
        cls.strength = min(1.0, cls.done / cls.total)
