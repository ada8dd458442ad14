import torch

from policy import GaussianPolicy
from ppo import discounted, normalise, surrogate
from settings import PolicySettings, TrainSettings


def rollout(policy, horizon, generator):
    pos = torch.randn(8, 4, generator=generator)
    rows, rewards = [], []
    for _ in range(horizon // 8):
        action, log_prob, value = policy.act(pos, generator)
        rows.append((pos, action, log_prob, value))
        pos = 0.9 * pos + 0.3 * torch.cat([action, -action], -1)
        rewards.append(-pos.pow(2).mean(-1))
    obs, action, log_prob, value = (torch.cat(part) for part in zip(*rows))
    ret = discounted(rewards).flatten()
    return {"obs": obs, "action": action, "log_prob": log_prob, "ret": ret,
            "advantage": normalise(ret - value)}, float(torch.stack(rewards).mean())


def main():
    train = TrainSettings()
    torch.manual_seed(train.seed)
    generator = torch.Generator().manual_seed(train.seed)
    policy = GaussianPolicy(PolicySettings())
    optimizer = torch.optim.Adam(policy.parameters(), lr=train.lr)
    loss_fn = torch.compile(surrogate, backend="aot_eager", fullgraph=True)
    scores = []
    for _ in range(train.updates):
        batch, score = rollout(policy, train.horizon, generator)
        for _ in range(4):
            loss = loss_fn(policy, batch, train.clip, train.entropy_weight)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        scores.append(score)
    print("score first %.3f last %.3f" % (scores[0], scores[-1]))
    print("loss %.4f std %.4f" % (float(loss.detach()), float(policy.log_std.detach().exp().mean())))


if __name__ == "__main__":
    main()
