"""DQN with n-step replay on a corridor world."""
import torch

from corridor import rollout
from dqn import DQN
from replay import Replay


def soft_update(target, online, tau=0.2):
    with torch.no_grad():
        for a, b in zip(target.parameters(), online.parameters()):
            a.lerp_(b, tau)


def main():
    torch.manual_seed(18)
    agent = DQN(n_states=8, n_actions=2, width=16)
    agent.compile(backend="aot_eager")
    opt = torch.optim.RMSprop(agent.online.parameters(), lr=5e-3)
    replay = Replay(capacity=60, seed=19)
    for episode in range(10):
        for item in rollout(seed=episode, shaped=episode >= 3):
            replay.add(item)
        loss = agent(**replay.sample(6))
        opt.zero_grad()
        loss.backward()
        opt.step()
        soft_update(agent.target, agent.online)
        print(f"episode {episode} loss {loss.item():.5f}")
    print(f"value of start {agent.value(0):.4f}")


if __name__ == "__main__":
    main()
