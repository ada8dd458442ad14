import torch

from encoder import PromptEncoder


class LoadEncoder:
    def run(self, settings):
        torch.manual_seed(4)
        return PromptEncoder(settings).eval()


class CompileNode:
    def run(self, model, settings):
        return torch.compile(model, **settings.compile.options())


class Tokenize:
    def __init__(self, vocab):
        self.vocab = vocab

    def run(self, text):
        return torch.tensor([[ord(c) * 7 % self.vocab for c in text]])
