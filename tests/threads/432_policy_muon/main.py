import torch

from muon import Muon
from policy import ArmConfig, ArmPolicy


def demonstrations(cfg, n):
    joints = torch.randn(n, 2 * cfg.joints)
    vision = torch.randn(n, cfg.cameras * 8)
    base = torch.tanh(joints[:, : cfg.joints] + 0.1 * vision[:, : cfg.joints])
    actions = torch.stack([base * (k + 1) / cfg.horizon for k in range(cfg.horizon)], dim=1)
    return joints, vision, actions


def main():
    torch.manual_seed(0)
    cfg = ArmConfig()
    policy = ArmPolicy(cfg)
    matrices, vectors = policy.split_params()
    optimizers = [Muon(matrices), torch.optim.AdamW(vectors, lr=1e-3)]
    joints, vision, actions = demonstrations(cfg, 64)
    for epoch in range(4):
        loss = (policy(joints, vision) - actions).pow(2).mean()
        loss.backward()
        for opt in optimizers:
            opt.step()
            opt.zero_grad()
        print(f"epoch {epoch} loss {loss.item():.4f}")
    norms = [round(p.norm().item(), 3) for p in matrices]
    print("norms", norms)


if __name__ == "__main__":
    main()
