import torch

from model import DecoderModel, ModelConfig
from runner import ModelRunner


class Engine:
    def __init__(self, runner, seqs):
        self.runner = runner
        self.seqs = seqs

    def step(self):
        logits = self.runner.execute_model([s[-1] for s in self.seqs], [len(s) for s in self.seqs])
        for seq, token in zip(self.seqs, logits.argmax(-1).tolist()):
            seq.append(token)
        return logits


def main():
    torch.manual_seed(0)
    cfg = ModelConfig()
    runner = ModelRunner(DecoderModel(cfg), cfg)
    runner.warmup()
    engine = Engine(runner, [[i + 1] for i in range(cfg.num_blocks)])
    for step in range(6):
        logits = engine.step()
        print(f"step {step}: logits {logits.norm().item():.4f} tokens {[s[-1] for s in engine.seqs]}")


if __name__ == "__main__":
    main()
