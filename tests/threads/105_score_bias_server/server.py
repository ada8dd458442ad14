import torch

from bias import make_bias
from lm import TinyLM


class Server:
    window = 6

    def __init__(self, vocab, width):
        self.model = TinyLM(vocab, width).eval()
        self.forward = torch.compile(self.model, backend="eager")
        self.served = 0
        self.tokens = 0
        self.on_token = lambda token: None

    @torch.no_grad()
    def generate(self, prompt, new, bias):
        tokens = list(prompt)
        for _ in range(new):
            ids = torch.tensor(tokens[-self.window:])
            logits = self.forward(ids, bias)
            tokens.append(int(logits[-1].argmax()))
            self.on_token(tokens[-1])
        return tokens[len(prompt):]

    def handle(self, request):
        bias = make_bias(request["bias"], self.model.slope)
        out = self.generate(request["prompt"], request["new"], bias)
        self.served += 1
        self.tokens += len(out)
        return out
