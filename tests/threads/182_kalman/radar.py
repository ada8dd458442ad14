import torch


def simulate(n_targets, n_steps, dt=0.5):
    g = torch.Generator().manual_seed(5)
    pos = torch.randn(n_targets, 2, generator=g) * 5
    vel = torch.randn(n_targets, 2, generator=g)
    truth, meas = [], []
    for k in range(n_steps):
        pos = pos + dt * vel
        z = pos + 0.3 * torch.randn(n_targets, 2, generator=g)
        if k % 5 == 4:                     # clutter
            z[k % n_targets] += 9.0
        truth.append(pos.clone())
        meas.append(z)
    return torch.stack(truth), torch.stack(meas)
