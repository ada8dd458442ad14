import torch

from runner import EngineConfig, SamplingRunner


class Engine:
    def __init__(self, runner):
        self.runner = runner
        self.served = 0
        self.runner.warm_up()

    def generate(self, prompt, n_tokens):
        tokens, caches = self.runner.open(prompt)
        out = [tokens]
        for step in range(n_tokens):
            tokens, caches = self.runner.execute(tokens, step, caches)
            out.append(tokens)
        self.served += 1
        return torch.cat(out, 1)


def main():
    torch.manual_seed(11)
    engine = Engine(SamplingRunner(EngineConfig(), temperature=0.7))
    for prompt in ([3, 9], [41, 17], [5, 60]):
        print(engine.generate(prompt, 10).tolist())
    print(f"requests {engine.served} logprob {engine.runner.logprob:.4f}")


if __name__ == "__main__":
    main()
