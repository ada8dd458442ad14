import torch
import torch.nn.functional as F

from net import PoseRegressor, batch
from optimizer import MatrixOptConfig, MatrixOptimizer


def main():
    torch.manual_seed(31)
    generator = torch.Generator().manual_seed(2)
    body = torch.randn(8, 3, generator=generator)
    model = PoseRegressor()
    opt = MatrixOptimizer(model.parameters(), MatrixOptConfig())
    for step in range(30):
        points, rot, trans = batch(generator, body)
        r, t = model(points)
        loss = F.mse_loss(r, rot) + F.mse_loss(t, trans)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 6 == 5:
            norms = [p.norm().item() for p in model.trunk.parameters()]
            print(f"step {step + 1:2d} loss {loss.item():.5f} trunk {sum(norms):.4f}")


if __name__ == "__main__":
    main()
