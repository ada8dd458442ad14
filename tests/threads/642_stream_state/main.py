import torch

from encoder import Encoder
from state import empty_state


def chunks(count, batch=3, length=10, width=12):
    gen = torch.Generator().manual_seed(21)
    for _ in range(count):
        yield torch.randn(batch, length, width, generator=gen)


def peak(values):
    return max(round(v, 4) for v in values)


def main():
    torch.manual_seed(2)
    model = Encoder().eval()
    run = torch.compile(model, backend="inductor")
    state = empty_state(3, 12, 4)
    norms = []
    with torch.no_grad():
        for chunk in chunks(5):
            out = run(chunk, state)
            norms.append(out.norm().item())
    print("norms", [round(v, 4) for v in norms], "peak", peak(norms))
    print("energy", [round(v, 4) for v in state["energy"].tolist()])
    print("shapes", state.shapes())


if __name__ == "__main__":
    main()
