"""A small inference service with activation statistics and a report."""
import torch

from network import Net
from service import Service


def main():
    torch.manual_seed(0)
    net = Net(inputs=12, hidden=24, outputs=3).eval()
    service = Service(net)
    g = torch.Generator().manual_seed(5)
    for i in range(4):
        out = service.predict(torch.randn(8, 12, generator=g))
        print(f"call {i}  " + " ".join(f"{v:.5f}" for v in out.mean(0).tolist()))
    for name, mean, var in service.report():
        print(f"{name}  mean {mean:.5f}  var {var:.5f}")


if __name__ == "__main__":
    main()
