import torch

from adapters import AdapterSpec, AdapterStore
from layers import TinyLM

TENANTS = [
    AdapterSpec("support", rank=4, alpha=8.0, seed=1),
    AdapterSpec("legal", rank=16, alpha=16.0, seed=2),
    AdapterSpec("billing", rank=8, alpha=8.0, seed=3),
]


def greedy(model, window, steps):
    picked = []
    for _ in range(steps):
        token = model(window)[:, -1].argmax(-1, keepdim=True)
        window = torch.cat([window[:, 1:], token], dim=1)
        picked.append(token)
    return torch.cat(picked, dim=1)


@torch.no_grad()
def main():
    torch.manual_seed(0)
    model = TinyLM().eval()
    store = AdapterStore(model, TENANTS)
    served = torch.compile(model, backend="eager")
    prompt = torch.randint(0, 64, (2, 12))
    for name in ["support", "legal", "support", "billing", "legal"]:
        store.activate(name)
        tokens = greedy(served, prompt, steps=4)
        score = served(prompt).logsumexp(-1).mean()
        print(name, tokens.flatten().tolist(), round(score.item(), 4))


if __name__ == "__main__":
    main()
