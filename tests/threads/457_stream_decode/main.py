"""Serves greedy completions for a short queue of prompts."""
import torch

from cache import DecodeCache
from model import DecoderLM, LMConfig


class Engine:
    def __init__(self, cfg):
        self.cfg = cfg
        self.model = DecoderLM(cfg).eval()
        self.step = torch.compile(self.model, backend="aot_eager")

    @torch.no_grad()
    def complete(self, prompt, new_tokens):
        cache, out, total = DecodeCache(self.cfg), [], 0.0
        token = prompt[:1]
        for i in range(len(prompt) + new_tokens - 1):
            logits = self.step(token.view(1, 1), torch.tensor([i]), cache.layers)
            if i + 1 < len(prompt):
                token = prompt[i + 1 : i + 2]
                continue
            token = logits.argmax(-1)
            out.append(token.item())
            total += logits.log_softmax(-1).max().item()
        return out, total


if __name__ == "__main__":
    torch.manual_seed(0)
    cfg = LMConfig()
    engine = Engine(cfg)
    for n, new in ((3, 4), (2, 3), (4, 3)):
        tokens, logp = engine.complete(torch.randint(cfg.vocab, (n,)), new)
        print(f"prompt {n} -> {tokens} logp {logp:.3f}")
