import torch


def imagine(world, start, horizon):
    state = start.fork()
    state.stoch = state.stoch * 0.5
    rewards, values = [], []
    for _ in range(horizon):
        action = torch.softmax(world.actor(state.features()), dim=-1)
        state = world.dynamics(state, action)
        rewards.append(world.reward(state.features()).squeeze(-1))
        values.append(world.value(state.features()).squeeze(-1))
    return torch.stack(rewards), torch.stack(values)


def lambda_returns(rewards, values, discount=0.95, lam=0.9):
    last = values[-1]
    out = []
    for t in reversed(range(rewards.shape[0] - 1)):
        last = rewards[t] + discount * ((1 - lam) * values[t + 1] + lam * last)
        out.append(last)
    return torch.stack(out[::-1])


def actor_loss(world, start, horizon):
    rewards, values = imagine(world, start, horizon)
    return -lambda_returns(rewards, values).mean()
