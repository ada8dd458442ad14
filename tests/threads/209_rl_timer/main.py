"""Actor critic on a vector environment."""
import torch

from agent import Agent
from envs import GridWalkers
from rltools import discounted, timeit


def rollout(agent, env, length, gen):
    logps, values, rewards = [], [], []
    for _ in range(length):
        logp, value = agent(*env.observe())
        action = torch.multinomial(logp.detach().exp(), 1, generator=gen).squeeze(-1)
        logps.append(logp.gather(-1, action.unsqueeze(-1)).squeeze(-1))
        values.append(value)
        rewards.append(env.step(action))
    return torch.stack(logps), torch.stack(values), torch.stack(rewards)


def main():
    torch.manual_seed(23)
    gen = torch.Generator().manual_seed(5)
    agent, env = Agent(), GridWalkers(3)
    agent.compile(backend="aot_eager")
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-2)
    for update in range(3):
        with timeit("rollout"):
            logps, values, rewards = rollout(agent, env, 6, gen)
        gain = discounted(rewards, 0.9) - values
        loss = -(logps * gain.detach()).mean() + 0.5 * gain.pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"update {update} loss {loss.item():.5f} reward {rewards.mean().item():.4f}")
    print("rollouts", timeit.counts()["rollout"])


if __name__ == "__main__":
    main()
