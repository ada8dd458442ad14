import time


class timeit:
    """Collects wall times: `with timeit("rollout"): ...`"""

    table = {}

    def __init__(self, name):
        self.name = name

    def __enter__(self):
        self.begin = time.perf_counter()

    def __exit__(self, *exc):
        spent = time.perf_counter() - self.begin
        count, total = timeit.table.get(self.name, (0, 0.0))
        timeit.table[self.name] = (count + 1, total + spent)

    @classmethod
    def counts(cls):
        return {name: count for name, (count, _total) in cls.table.items()}
