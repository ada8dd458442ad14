import torch

from distortion import distort


def rotation(rvec):
    x, y, z = rvec.unbind()
    zero = torch.zeros_like(x)
    skew = torch.stack([zero, -z, y, z, zero, -x, -y, x, zero]).view(3, 3)
    angle = rvec.norm() + 1e-8
    return torch.eye(3) + angle.sin() / angle * skew + (1 - angle.cos()) / angle**2 * (skew @ skew)


def project(points, rvec, tvec, lens):
    moved = points @ rotation(rvec).T + tvec
    plane = moved[:, :2] / moved[:, 2:]
    return lens.to_pixels(distort(plane, lens))


@torch.compile(backend="aot_eager", fullgraph=True)
def reprojection_error(points, pixels, rvec, tvec, lens):
    return (project(points, rvec, tvec, lens) - pixels).square().mean()


def refine(points, pixels, lens, rounds=40):
    rvec = torch.tensor([0.01, 0.01, 0.01], requires_grad=True)
    tvec = torch.tensor([0.0, 0.0, 4.0], requires_grad=True)
    optimizer = torch.optim.Adam([rvec, tvec], lr=0.02)
    for _ in range(rounds):
        optimizer.zero_grad()
        loss = reprojection_error(points, pixels, rvec, tvec, lens)
        loss.backward()
        optimizer.step()
    return rvec.detach(), tvec.detach(), loss.item()
