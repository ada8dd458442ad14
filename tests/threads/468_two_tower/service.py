import torch


class RequestSource:
    """Replays recorded traffic as padded batches."""

    def __init__(self, cfg, seed):
        self.cfg = cfg
        self.gen = torch.Generator().manual_seed(seed)

    def batch(self, users, history, slate):
        hist = torch.randint(1, self.cfg.items, (users, history), generator=self.gen)
        lens = torch.randint(1, history + 1, (users, 1), generator=self.gen)
        hist = hist * (torch.arange(history) < lens)
        cand = torch.randint(1, self.cfg.items, (users, slate), generator=self.gen)
        return hist, cand


class RankingService:
    def __init__(self, model, cfg, backend="aot_eager"):
        self.cfg = cfg
        self.model = torch.compile(model.eval(), backend=backend, dynamic=True)
        self.served = 0

    @torch.no_grad()
    def warmup(self):
        n = self.cfg.warmup_size
        hist, cand = RequestSource(self.cfg, seed=0).batch(n, n, n)
        self.model(hist, cand)
        return self

    @torch.no_grad()
    def rank(self, hist, cand, k=3):
        probs = self.model(hist, cand)
        self.served += hist.shape[0]
        top = probs.topk(k, dim=-1)
        return cand.gather(1, top.indices), top.values
