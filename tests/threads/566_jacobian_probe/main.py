import torch

from flow import build, fast
from jacobian import numeric
from stability import survey


def main():
    field = build()
    gen = torch.Generator().manual_seed(13)
    points = torch.randn(5, 4, generator=gen)
    rates, traces = survey(fast(field), points)
    check = sum(numeric(field, p).trace().item() for p in points)
    print("leading rates", " ".join(f"{r:.3f}" for r in rates))
    print("divergence", f"{sum(traces):.3f}", "numeric", f"{check:.2f}")


if __name__ == "__main__":
    main()
