from dataclasses import dataclass, field


@dataclass
class Request:
    uid: int
    prompt: list
    max_new: int
    output: list = field(default_factory=list)

    @property
    def finished(self):
        return len(self.output) >= self.max_new

    def context(self, window):
        history = self.prompt + self.output
        return ([0] * window + history)[-window:]


class Batch:
    def __init__(self, requests, window):
        self.requests = list(requests)
        self.window = window

    def running(self):
        return [r for r in self.requests if not r.finished]

    def rows(self):
        return self.running()

    def contexts(self):
        return [r.context(self.window) for r in self.rows()]

    def accept(self, tokens):
        for request, token in zip(self.rows(), tokens):
            if not request.finished:
                request.output.append(token)
