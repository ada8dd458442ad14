from contextlib import nullcontext

import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, model, table, opt):
        self.model, self.table, self.opt = model, table, opt
        self.dim = model.embed.embedding_dim

    def precision(self, phase):
        dtype = {"warmup": torch.float16, "train": torch.bfloat16}.get(phase)
        return nullcontext() if dtype is None else torch.autocast("cpu", dtype=dtype)

    def logits(self, tokens, phase):
        with self.precision(phase):
            positions = self.table(tokens, self.dim)
            return self.model(tokens, positions)

    def run(self, phase, batches, metric):
        scores = []
        for tokens, y in batches:
            out = self.logits(tokens, phase)
            if phase != "validate":
                self.opt.zero_grad()
                F.cross_entropy(out.float().flatten(0, 1), y.flatten()).backward()
                self.opt.step()
            scores.append(metric(out.detach().float(), y))
        return torch.stack(scores).mean().item()
