import torch

from imagine import actor_loss
from state import LatentState
from world import WorldModel


def replay_start(rng, batch=16):
    deter = torch.randn(batch, 24, generator=rng) * 0.3
    stoch = torch.randn(batch, 8, generator=rng)
    return LatentState(deter, stoch)


def main():
    torch.manual_seed(7)
    world = WorldModel()
    optimizer = torch.optim.Adam(world.actor.parameters(), lr=5e-2)
    loss_fn = torch.compile(actor_loss, backend="aot_eager", fullgraph=True)
    rng = torch.Generator().manual_seed(12)
    losses = []
    for _ in range(6):
        start = replay_start(rng)
        before = float(start.stoch.sum())
        loss = loss_fn(world, start, 5)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
        assert float(start.stoch.sum()) == before
    print("losses", [round(v, 5) for v in losses])


if __name__ == "__main__":
    main()
