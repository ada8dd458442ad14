import torch

from agent import Agent
from optim import OptimConfig, Stepper


def sample(gen, n=32, obs=6, act=2):
    o = torch.randn(n, obs, generator=gen)
    a = torch.rand(n, act, generator=gen) * 2 - 1
    nxt = 0.9 * o + 0.1 * a.repeat(1, obs // act)
    rew = -(nxt.pow(2).mean(-1)) - 0.01 * a.pow(2).sum(-1)
    return {"obs": o, "act": a, "next": nxt, "rew": rew,
            "noise": torch.randn(n, act, generator=gen)}


def main(steps=14, actor_every=2, scale_every=3):
    torch.manual_seed(7)
    gen = torch.Generator().manual_seed(3)
    agent = Agent(6, 2)
    stepper = Stepper(OptimConfig(), agent.trainable())
    for step in range(steps):
        batch = sample(gen)
        loss = agent.critic_loss(batch)
        if step % actor_every == 0:
            loss = loss + agent.actor_loss(batch)
        if step % scale_every == 0:
            loss = loss + agent.scale_loss(batch)
        stepper.zero_grad()
        loss.backward()
        moved = stepper.step()
        agent.sync()
        print(f"{step:02d} loss {loss.item():.5f} moved {moved.item():.5f}")
    print("scale", [round(v, 5) for v in agent.log_scale.tolist()])


if __name__ == "__main__":
    main()
