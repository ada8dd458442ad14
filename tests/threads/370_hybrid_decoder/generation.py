from dataclasses import dataclass, field

import torch


@dataclass
class InferenceParams:
    max_batch: int
    seen: int = 0
    states: dict = field(default_factory=dict)

    def reset(self):
        self.seen = 0
        self.states.clear()


def speed_report(params):
    total = sum(t.numel() for s in params.states.values() for t in s.values())
    return f"tokens {params.seen} state floats {total}"


def decode(model, prompts, params, steps):
    model.allocate(params)
    for t in range(prompts.shape[1]):
        logits = model.step(prompts[:, t], params.states)
        params.seen += 1
    tokens, scores = [prompts], torch.zeros(prompts.shape[0])
    for _ in range(steps):
        logp = torch.log_softmax(logits, -1)
        best, nxt = logp.max(-1)
        scores = scores + best
        tokens.append(nxt[:, None])
        logits = model.step(nxt, params.states)
        params.seen += 1
    return torch.cat(tokens, 1), scores
