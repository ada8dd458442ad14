import torch

from clouds import class_counts, make_cloud
from pooling import PointNet


@torch.no_grad()
def main():
    torch.manual_seed(2)
    rng = torch.Generator().manual_seed(6)
    model = PointNet(n_clusters=12).eval()
    segment = torch.compile(model, backend="inductor", fullgraph=True)
    for i in range(3):
        points, cluster = make_cloud(120, 12, rng)
        logits = segment(points, cluster)
        print(i, class_counts(logits), f"{logits.mean():.4f} {logits.abs().max():.4f}")


if __name__ == "__main__":
    main()
