import torch

REST = 15


class BeamSearch:
    def __init__(self, lm, processors, cfg):
        self.lm = lm
        self.processors = processors
        self.cfg = cfg
        self.length = cfg["steps"] + 2
        self.scores = torch.compile(self._scores, backend=cfg["backend"])

    def _scores(self, tokens, mask, running, pos):
        logits = self.lm(tokens, mask)
        if pos < self.cfg["no_rest_before"]:
            logits[:, REST] = -1e4
        for proc in self.processors:
            logits = proc(logits, tokens, mask)
        total = running[:, None] + logits.log_softmax(-1)
        top, idx = total.flatten().topk(self.cfg["beams"])
        return top, idx // self.cfg["vocab"], idx % self.cfg["vocab"]

    @torch.no_grad()
    def __call__(self, prompt):
        k = self.cfg["beams"]
        tokens = torch.zeros(k, self.length, dtype=torch.long)
        mask = torch.zeros(k, self.length)
        tokens[:, : len(prompt)] = torch.tensor(prompt)
        mask[:, : len(prompt)] = 1.0
        running = torch.tensor([0.0] + [-1e4] * (k - 1))
        for pos in range(len(prompt), self.length):
            running, parent, token = self.scores(tokens, mask, running, pos)
            tokens, mask = tokens[parent], mask[parent]
            tokens[:, pos] = token
            mask[:, pos] = 1.0
        best = running.argmax()
        return tokens[best].tolist(), running[best].item()
