import torch


def pendulum(obs, action):
    cos, sin, speed = obs.unbind(-1)
    speed = speed + 0.05 * (15.0 * sin + 3.0 * action.squeeze(-1))
    speed = speed.clamp(-8.0, 8.0)
    angle = torch.atan2(sin, cos) + 0.05 * speed
    return torch.stack([angle.cos(), angle.sin(), speed], dim=-1), angle


def episode_return(policy, obs):
    total = torch.zeros(obs.shape[0])
    for _ in range(4):
        action = policy(obs)
        obs, angle = pendulum(obs, action)
        total = total - angle.pow(2) - 0.1 * obs[:, 2].pow(2)
    return total.mean()
