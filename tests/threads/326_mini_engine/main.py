import torch

from cache import CacheConfig
from model import Decoder


class Engine:
    def __init__(self, model, cfg):
        self.model = model.eval()
        self.causal = torch.ones(cfg.max_seq, cfg.max_seq, dtype=torch.bool).tril()
        self.positions = torch.arange(cfg.max_seq)
        self.decode = torch.compile(self.model, backend="aot_eager")

    @torch.no_grad()
    def generate(self, prompt, steps):
        self.model.reset_caches()
        length = prompt.shape[1]
        positions = self.positions[:length]
        logits = self.model(prompt, positions, self.causal[positions])
        tokens, scores = [], torch.zeros(prompt.shape[0])
        for i in range(steps):
            token = logits.argmax(-1, keepdim=True)
            scores += logits.log_softmax(-1).gather(-1, token).squeeze(-1)
            tokens.append(token)
            positions = self.positions[length + i].clone().reshape(1)
            logits = self.decode(token, positions, self.causal[positions])
        return torch.cat(tokens, -1), scores / steps


def main():
    torch.manual_seed(2)
    cfg = CacheConfig()
    engine = Engine(Decoder(cfg), cfg)
    for length in (6, 9):
        prompt = torch.randint(0, 64, (cfg.max_batch, length))
        tokens, scores = engine.generate(prompt, steps=5)
        print(tokens.tolist(), [round(s, 4) for s in scores.tolist()])


if __name__ == "__main__":
    main()
