import torch
import torch.nn as nn

from text import TextModel


class Captioner(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.vision = nn.Linear(12, cfg.dim)
        self.text = TextModel(cfg)
        self.decode_step = torch.compile(self._decode_one, backend="aot_eager", dynamic=False)

    def _decode_one(self, token, pos):
        where = torch.arange(pos, pos + 1)
        logits = self.text(self.text.embed(token), where)
        return logits, logits.argmax(dim=-1, keepdim=True)

    def prefill(self, patches, prompt):
        embeds = torch.cat([self.vision(patches), self.text.embed(prompt)], dim=1)
        where = torch.arange(embeds.size(1))
        return self.text(embeds, where).argmax(dim=-1, keepdim=True), embeds.size(1)

    @torch.no_grad()
    def caption(self, patches, prompt, max_tokens):
        token, pos = self.prefill(patches, prompt)
        tokens, score = [token.item()], 0.0
        while len(tokens) < max_tokens and tokens[-1] != self.cfg.eos_id:
            logits, token = self.decode_step(token, pos)
            pos += 1
            tokens.append(token.item())
            score += logits.log_softmax(dim=-1).max().item()
        return tokens, score / len(tokens)
