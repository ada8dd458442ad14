import torch

from desk import EmbeddingDesk, make_requests
from lora import inject
from model import Encoder

TENANTS = ["legal", "medical", "retail", "travel", "news"]


def main():
    torch.manual_seed(2)
    rng = torch.Generator().manual_seed(21)
    model = Encoder().eval()
    inject(model, TENANTS, rng)
    desk = EmbeddingDesk(model, backend="aot_eager")
    sums = {}
    for request in make_requests(TENANTS, 2, rng):
        vectors = desk.handle(request)
        sums[request["tenant"]] = sums.get(request["tenant"], 0.0) + float(vectors[:, 0].sum())
    for tenant in TENANTS:
        print(f"{tenant:8s} served {desk.served[tenant]} checksum {sums[tenant]:.4f}")


if __name__ == "__main__":
    main()
