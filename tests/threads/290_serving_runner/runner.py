from dataclasses import dataclass

import torch


@dataclass
class BatchMeta:
    slots: torch.Tensor
    table: torch.Tensor
    mask: torch.Tensor


class BaseRunner:
    def __init__(self, model, max_batch=4, max_len=16):
        self.max_batch, self.max_len = max_batch, max_len
        self.model = torch.compile(model.eval(), backend="eager")
        dim, heads = model.embed.embedding_dim, model.attn[0].heads
        shape = (max_batch * max_len, heads, dim // heads)
        self.caches = [(torch.zeros(shape), torch.zeros(shape)) for _ in model.attn]

    def build_inputs(self, tokens, position):
        rows = torch.arange(self.max_batch) * self.max_len
        table = rows[:, None] + torch.arange(self.max_len)
        mask = (torch.arange(self.max_len) <= position).repeat(self.max_batch, 1)
        return torch.tensor(tokens), BatchMeta(rows + position, table, mask)

    def execute(self, tokens, position):
        ids, meta = self.build_inputs(tokens, position)
        return self.model(ids, self.caches, meta)

    @torch.inference_mode()
    def profile_run(self):
        self.execute([0] * self.max_batch, 0)
        for k, v in self.caches:
            k.zero_()
            v.zero_()


class SamplingRunner(BaseRunner):
    def __init__(self, model, temperature=0.0, seed=0, **kwargs):
        super().__init__(model, **kwargs)
        self.temperature = temperature
        self.generator = torch.Generator().manual_seed(seed)

    def sample(self, logits):
        if self.temperature == 0.0:
            return logits.argmax(-1)
        probs = (logits / self.temperature).softmax(-1)
        return torch.multinomial(probs, 1, generator=self.generator)[:, 0]

    @torch.no_grad()
    def step(self, tokens, position):
        logits = self.execute(tokens, position)
        return self.sample(logits).tolist(), logits.max(-1).values.mean().item()
