import torch

from policy import PolicyConfig, TrajectoryPolicy


class RolloutWorker:
    def __init__(self, cfg, envs=8):
        self.policy = TrajectoryPolicy(cfg)
        self.shape = (envs, cfg.horizon, cfg.obs_dim)

    @torch.no_grad()
    def collect(self, weights):
        self.policy.load_state_dict(weights)
        obs = torch.randn(self.shape)
        logits, value = self.policy(obs)
        action = torch.distributions.Categorical(logits=logits).sample()
        reward = obs[..., 0] * (action == 1) - obs[..., 1].abs() * (action == 2)
        adv = reward.flip(1).cumsum(1).flip(1) - value
        logp = logits.log_softmax(-1).gather(-1, action[..., None]).squeeze(-1)
        return obs, action, logp, adv, adv + value


class Learner:
    def __init__(self, cfg, clip=0.2, epochs=2):
        self.model = TrajectoryPolicy(cfg)
        self.forward = torch.compile(self.model, backend="aot_eager")
        self.opt = torch.optim.Adam(self.model.parameters(), lr=3e-3)
        self.clip, self.epochs = clip, epochs

    def update(self, obs, action, old_logp, adv, returns):
        for _ in range(self.epochs):
            logits, value = self.forward(obs)
            logp = logits.log_softmax(-1).gather(-1, action[..., None]).squeeze(-1)
            ratio = (logp - old_logp).exp()
            clipped = ratio.clamp(1 - self.clip, 1 + self.clip)
            loss = -torch.min(ratio * adv, clipped * adv).mean() + 0.5 * (value - returns).pow(2).mean()
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
        return loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    cfg = PolicyConfig()
    worker, learner = RolloutWorker(cfg), Learner(cfg)
    for it in range(4):
        loss = learner.update(*worker.collect(learner.model.state_dict()))
        print(f"iter {it} loss {loss:.4f}")
