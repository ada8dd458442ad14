import torch

from context import set_context

PAGE = 4


class Request:
    def __init__(self, name, prompt, max_new):
        self.name = name
        self.tokens = list(prompt)
        self.end = len(prompt) + max_new
        self.pages = []


class Scheduler:
    def __init__(self, pages, max_pages):
        self.free = list(range(pages))
        self.max_pages = max_pages

    def prepare(self, request, position):
        if position // PAGE >= len(request.pages):
            request.pages.append(self.free.pop(0))
        slot = request.pages[position // PAGE] * PAGE + position % PAGE
        table = list(request.pages)
        set_context(table, torch.tensor(slot), torch.tensor(position + 1))
        return torch.tensor([request.tokens[position]])

    def finish(self, request):
        self.free.extend(request.pages)
        request.pages = []
