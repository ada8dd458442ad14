import torch


def surrogate(policy, batch, clip, entropy_weight):
    dist, value = policy.distribution(batch["obs"])
    ratio = (dist.log_prob(batch["action"]) - batch["log_prob"]).exp()
    gain = batch["advantage"]
    policy_loss = -torch.minimum(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
    value_loss = (value - batch["ret"]).pow(2).mean()
    return policy_loss + 0.5 * value_loss - entropy_weight * dist.entropy().mean()


def discounted(rewards, gamma=0.9):
    out, running = [], torch.zeros_like(rewards[0])
    for r in reversed(rewards):
        running = r + gamma * running
        out.append(running)
    return torch.stack(out[::-1])


def normalise(x):
    return (x - x.mean()) / (x.std() + 1e-6)
