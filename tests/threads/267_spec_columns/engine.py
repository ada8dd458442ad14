from dataclasses import dataclass

import torch

from decoder import GatedDecoder, acceptance, greedy
from slots import build_tables


@dataclass
class SpecConfig:
    vocab: int = 29
    pad_id: int = 0
    new_tokens: int = 5
    backend: str = "aot_eager"


class SpeculativeEngine:
    def __init__(self, cfg: SpecConfig):
        self.cfg = cfg
        self.draft = GatedDecoder(cfg.vocab, 8).eval()
        self.target = GatedDecoder(cfg.vocab, 24).eval()
        self._draft_step = torch.compile(self.draft, backend=cfg.backend, dynamic=False)

    def propose(self, tables):
        hidden = self.draft.initial(tables.tokens.shape[0])
        for t in range(tables.total - 1):
            token, position = tables.at(t)
            logits, hidden = self._draft_step(token, position, hidden)
            if t + 1 >= tables.prompt_len:
                tables.write(t + 1, greedy(logits))
        return tables.tokens[:, tables.prompt_len:], logits

    def verify(self, tables):
        hidden = self.target.initial(tables.tokens.shape[0])
        picked = []
        for t in range(tables.total - 1):
            logits, hidden = self.target(*tables.at(t), hidden)
            if t + 1 >= tables.prompt_len:
                picked.append(greedy(logits))
        return torch.stack(picked, dim=1)

    @torch.no_grad()
    def serve(self, prompt: torch.Tensor):
        tables = build_tables(prompt, self.cfg.pad_id, self.cfg.new_tokens)
        draft, logits = self.propose(tables)
        accepted = acceptance(draft, self.verify(tables))
        return draft, accepted, logits.logsumexp(dim=-1).mean()
