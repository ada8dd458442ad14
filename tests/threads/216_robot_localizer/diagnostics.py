import torch


class FilterDiagnostics:
    """Consistency statistics over the innovations of one run."""

    def __init__(self, gate=5.99):
        self.gate = gate
        self.nis = []

    def reset(self):
        self.nis.clear()

    def observe(self, innovation, cov):
        self.nis.append(innovation @ torch.linalg.solve(cov, innovation))

    def report(self):
        nis = torch.stack(self.nis)
        return {
            "mean_nis": nis.mean().item(),
            "gated": int((nis > self.gate).sum()),
            "count": nis.numel(),
        }
