import torch
from torch import nn

from layers import MoEConfig, SparseMLP


class PrefillRunner:
    def __init__(self, model, backend="eager"):
        self.model = model.eval()
        self.compiled = torch.compile(self.model, backend=backend)
        self.seen_tokens = 0

    @torch.no_grad()
    def run(self, hidden):
        self.seen_tokens += hidden.shape[0]
        return self.compiled(hidden)


def main():
    torch.manual_seed(0)
    cfg = MoEConfig()
    model = nn.Sequential(*(SparseMLP(cfg) for _ in range(cfg.num_layers)))
    runner = PrefillRunner(model)
    gen = torch.Generator().manual_seed(5)
    for request in range(4):
        out = runner.run(torch.randn(64, cfg.hidden_size, generator=gen))
        print(f"request {request}: {out.norm().item():.4f} {out.abs().max().item():.4f}")
    print(f"tokens {runner.seen_tokens}")


if __name__ == "__main__":
    main()
