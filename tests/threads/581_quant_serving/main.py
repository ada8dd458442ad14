import torch

from model import TinyServeModel


class ModelRunner:
    def __init__(self, model, window=16):
        self.model = torch.compile(model, backend="aot_eager")
        self.window = window

    @torch.no_grad()
    def generate(self, prompts, steps):
        ids = prompts
        for _ in range(steps):
            logits = self.model(ids[:, -self.window:])
            ids = torch.cat((ids, logits.argmax(-1, keepdim=True)), 1)
        return ids


def main():
    torch.manual_seed(5)
    runner = ModelRunner(TinyServeModel().eval())
    out = runner.generate(torch.randint(64, (4, 16)), 8)
    print("tokens", out[:, -8:].sum(1).tolist())
    print("distinct", len(out.unique()))


if __name__ == "__main__":
    main()
