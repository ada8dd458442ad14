import torch

from diagnostics import FilterDiagnostics
from ekf import FilterConfig, LandmarkEKF, wrap_angle

LANDMARKS = torch.tensor([[2.0, 1.0], [-1.0, 3.0], [3.0, -2.0]])


def simulate(steps, cfg, seed):
    gen = torch.Generator().manual_seed(seed)
    pose = torch.zeros(3)
    for t in range(steps):
        control = torch.tensor([0.8, 0.3])
        heading = pose[2]
        motion = torch.stack([control[0] * heading.cos(), control[0] * heading.sin(), control[1]])
        pose = pose + cfg.dt * motion + cfg.q_pos * torch.randn(3, generator=gen)
        landmark = LANDMARKS[t % len(LANDMARKS)]
        d = landmark - pose[:2]
        noise = torch.randn(2, generator=gen) * torch.tensor([cfg.r_range, cfg.r_bearing])
        z = torch.stack([d.norm(), wrap_angle(torch.atan2(d[1], d[0]) - pose[2])]) + noise
        yield control, landmark, z, pose


class Localizer:
    def __init__(self, ekf, diagnostics):
        self.diagnostics = diagnostics
        self.step = torch.compile(ekf.step, backend="eager")

    def run(self, log):
        self.diagnostics.reset()
        mean, cov, errors = torch.zeros(3), 0.01 * torch.eye(3), []
        for control, landmark, z, pose in log:
            mean, cov = self.step(mean, cov, control, landmark, z)
            errors.append((mean - pose)[:2].norm())
        return mean, torch.stack(errors)


def main():
    cfg = FilterConfig()
    diagnostics = FilterDiagnostics()
    localizer = Localizer(LandmarkEKF(cfg, diagnostics), diagnostics)
    for seed in range(2):
        mean, errors = localizer.run(simulate(7, cfg, seed))
        report = diagnostics.report()
        print(f"log {seed}: pose {[round(m, 4) for m in mean.tolist()]} rmse {errors.mean():.5f} "
              f"nis {report['mean_nis']:.4f} gated {report['gated']}/{report['count']}")


if __name__ == "__main__":
    main()
