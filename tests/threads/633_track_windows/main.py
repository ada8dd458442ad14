import torch

from attention import WindowAttention
from events import EventReader, pooled
from windows import describe, make_mask

WINDOW = 4


def main():
    torch.manual_seed(3)
    layers = torch.nn.ModuleList(WindowAttention(width=32, heads=4) for _ in range(2)).eval()
    reader = EventReader([37, 52, 29, 44, 61, 33], slots=64, width=32, seed=8)
    norms = []
    with torch.no_grad():
        for hits, event in reader:
            mask_mod = make_mask(hits, WINDOW)
            for layer in layers:
                event = layer(event, mask_mod)
            norms.append(pooled(event, hits).norm().item())
    print("last", describe(hits, WINDOW))
    print("norms", [round(n, 4) for n in norms])
    print("mean", round(sum(norms) / len(norms), 4))


if __name__ == "__main__":
    main()
