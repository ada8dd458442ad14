"""Policy gradient on a batch of carts that must stop at the origin."""
import torch

from agent import Agent
from vecenv import CartField


def main():
    torch.manual_seed(7)
    env = CartField(n=16, seed=1)
    agent = Agent(obs=2, width=16)
    act = torch.compile(agent.act, backend="aot_eager")
    opt = torch.optim.Adam(agent.parameters(), lr=0.01)
    obs = env.reset()
    for it in range(4):
        logps, rewards = [], []
        for _ in range(3):
            push, logp = act(obs, env.noise())
            obs, reward = env.step(push.detach())
            logps.append(logp)
            rewards.append(reward)
        ret = torch.stack(rewards).flip(0).cumsum(0).flip(0)
        loss = -(torch.stack(logps) * (ret - ret.mean(1, keepdim=True))).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"it {it} return {ret[0].mean().item():.4f} loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
