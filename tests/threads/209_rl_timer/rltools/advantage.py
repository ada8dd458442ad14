import torch


def discounted(rewards, gamma):
    """Discounted returns along the first axis."""
    out, running = [], torch.zeros_like(rewards[0])
    for reward in reversed(rewards.unbind()):
        running = reward + gamma * running
        out.append(running)
    return torch.stack(out[::-1])
