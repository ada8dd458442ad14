import torch


def episode(env, agent, choose, opt, steps=8):
    obs = env.reset()
    total = 0.0
    surprise = 0.0
    for _ in range(steps):
        action = agent.act(obs, env.noise(2), choose)
        after, reward = env.step(action)
        delta, clipped = agent.td_error(obs, action, reward, after)
        opt.zero_grad()
        torch.nn.functional.huber_loss(delta, torch.zeros_like(delta)).backward()
        opt.step()
        total += reward.mean().item()
        surprise += clipped.abs().mean().item()
        obs = after
    return total, surprise / steps
