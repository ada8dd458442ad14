"""Last activation norms, for the log line at the end of a round."""
import torch


class Telemetry:
    def __init__(self, keys, decimals=3):
        self.last = {key: torch.zeros(()) for key in keys}
        self.decimals = decimals
        self.enabled = True

    def watch(self, key, h):
        if not self.enabled:
            return
        self._put(key, h.detach().norm(dim=-1).mean())

    def _put(self, key, value):
        self.last[key] = value.item()

    def line(self):
        parts = []
        for key, value in sorted(self.last.items()):
            parts.append(f"{key} {round(float(value), self.decimals):.{self.decimals}f}")
        return "  ".join(parts)
