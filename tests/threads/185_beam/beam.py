import torch

from state import BeamState


def penalize(logits, tokens, penalty):
    """Divide (or multiply) the scores of tokens which were used already."""
    seen = torch.zeros_like(logits, dtype=torch.bool)
    for t in tokens:
        seen = seen.scatter(1, t[:, None], True)
    worse = torch.where(logits > 0, logits / penalty, logits * penalty)
    return torch.where(seen, worse, logits)


class BeamSearch:
    def __init__(self, model, vocab, cfg):
        self.model, self.vocab, self.cfg = model, vocab, cfg
        self.steps = 0
        self.score = torch.compile(self._score, backend=cfg.backend) if cfg.compile else self._score

    def _score(self, last, hidden, tokens, scores):
        logits, hidden = self.model(last, hidden)
        logp = penalize(logits, tokens, self.cfg.penalty).log_softmax(-1)
        total = scores[:, None] + logp
        best, flat = total.flatten().topk(self.cfg.beams)
        return best, flat // logp.shape[1], flat % logp.shape[1], hidden

    @torch.no_grad()
    def _prefill(self, ids):
        h = torch.zeros(1, self.model.width)
        for i in ids[:-1]:
            _, h = self.model(torch.tensor([i]), h)
        return h

    @torch.no_grad()
    def generate(self, prompt):
        ids = self.vocab.encode(prompt)
        state = BeamState([torch.tensor([i]) for i in ids], self._prefill(ids), self.cfg.beams)
        for _ in range(self.cfg.max_new):
            best, parent, token, hidden = self.score(state.last, state.hidden, state.tokens, state.scores)
            state.advance(parent, token, best, hidden)
            self.steps += 1
        top = int(state.scores.argmax())
        return self.vocab.decode(int(t[top]) for t in state.tokens), state.scores[top].item()
