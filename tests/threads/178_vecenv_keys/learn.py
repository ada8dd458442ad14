import torch
import torch.nn.functional as F


def bootstrap(agent, batch):
    """Value of the next state; of the true last state where an episode ran out of time."""
    with torch.no_grad():
        value = agent.value(batch["next_obs"])
        if "final_obs" in batch:
            last = agent.value(batch["final_obs"])
            value = torch.where(batch["truncated"], last, value)
        return value * (~batch["done"]).float()


def losses(agent, batch, gamma):
    logits, value = agent(batch["obs"])
    reward = batch["reward"]
    if "early_bonus" in batch:
        reward = reward + batch["early_bonus"]
    target = reward + gamma * bootstrap(agent, batch)
    advantage = target - value
    logp = F.log_softmax(logits, -1)
    chosen = logp.gather(1, batch["action"].unsqueeze(1)).squeeze(1)
    entropy = -(logp.exp() * logp).sum(-1).mean()
    policy = -(advantage.detach() * chosen).mean()
    return policy + 0.5 * advantage.square().mean() - 0.01 * entropy, value.mean()


class Learner:
    def __init__(self, agent, lr, gamma):
        self.agent = agent
        self.gamma = gamma
        self.opt = torch.optim.Adam(agent.parameters(), lr=lr)
        self.step = torch.compile(losses, backend="aot_eager")

    def update(self, batch):
        loss, value = self.step(self.agent, batch, self.gamma)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return {"loss": loss.item(), "value": value.item()}
