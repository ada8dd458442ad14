import torch


def make_model(dt):
    F = torch.eye(4)
    F[0, 2] = F[1, 3] = dt
    H = torch.eye(2, 4)
    Q = 0.01 * torch.eye(4)
    return F, H, Q


def total_noise(terms):
    r = 0.0
    for value in terms.values():
        r = r + value
    return torch.diag(r)


def joseph(P, K, H, R):
    A = torch.eye(4) - K @ H
    return A @ P @ A.mT + K @ R @ K.mT


def predict_update(x, P, z, F, H, Q, noise):
    x = x @ F.T
    P = F @ P @ F.T + Q
    R = total_noise(noise)
    innov = z - x @ H.T
    S = H @ P @ H.T + R
    K = torch.linalg.solve(S, H @ P).mT
    x = x + (K @ innov.unsqueeze(-1)).squeeze(-1)
    return x, joseph(P, K, H, R), innov
