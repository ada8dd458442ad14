import torch
import torch.nn.functional as F

from field import RadianceField, Renderer
from schedule import ProgressCallback, psnr


def rays(generator, n=48):
    origins = 0.1 * torch.randn(n, 3, generator=generator)
    dirs = F.normalize(torch.randn(n, 3, generator=generator), dim=-1)
    return origins, dirs


def target(dirs):
    return 0.5 + 0.4 * torch.sin(3.0 * dirs)


def main():
    torch.manual_seed(1)
    g = torch.Generator().manual_seed(1)
    field = RadianceField()
    render = torch.compile(Renderer(field), backend="aot_eager")
    callback = ProgressCallback(field.encoding)
    opt = torch.optim.Adam(field.parameters(), lr=0.01)
    values = []
    for step in range(10):
        callback.on_step(step)
        origins, dirs = rays(g)
        loss = F.mse_loss(render(origins, dirs), target(dirs))
        opt.zero_grad()
        loss.backward()
        opt.step()
        values.append(loss.item())
    print(f"mse first {values[0]:.4f} last {values[-1]:.4f}")
    print(f"psnr {psnr(values[-1]):.2f}")


if __name__ == "__main__":
    main()
