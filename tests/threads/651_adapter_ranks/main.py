import torch

from decoder import WindowDecoder, write
from shelf import AdapterShelf, AdapterSpec

SPECS = [
    AdapterSpec("plain", rank=4, alpha=8.0, seed=11),
    AdapterSpec("legal", rank=16, alpha=16.0, seed=12),
    AdapterSpec("recipes", rank=8, alpha=8.0, seed=13),
    AdapterSpec("letters", rank=6, alpha=12.0, seed=14),
    AdapterSpec("sports", rank=12, alpha=24.0, seed=15),
]


def main():
    torch.manual_seed(0)
    model = WindowDecoder().eval()
    shelf = AdapterShelf(SPECS)
    step = torch.compile(model, backend="inductor")
    prompts = torch.randint(0, 48, (3, model.window))
    print("adapters:", shelf.describe())
    for name in shelf.names():
        shelf.put_on(model, name)
        tokens, score = write(step, prompts, 6)
        print(f"{name:8s} logp {score:.4f} first {tokens[0].tolist()}")


if __name__ == "__main__":
    main()
