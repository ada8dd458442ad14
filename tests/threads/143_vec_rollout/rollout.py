import torch


@torch.no_grad()
def collect(agent, env, steps):
    obs = env.reset(seed=1)
    seen, noises, total = [], [], 0.0
    for t in range(steps):
        noise = torch.randn(env.n, 2)
        seen.append(obs)
        noises.append(agent.sigma * noise)
        obs, reward = env.step(agent.act(obs, noise))
        total = total + reward
    return torch.cat(seen), torch.cat(noises), total.repeat(steps)


@torch.inference_mode()
def evaluate(agent, env, steps):
    obs = env.reset(seed=2)
    total = 0.0
    quiet = torch.zeros(env.n, 2)
    for t in range(steps):
        obs, reward = env.step(agent.act(obs, quiet))
        total = total + reward.mean()
    return total.item()
