import torch

from learner import Learner, ValueNet
from sampler import RecencySampler, draw
from storage import RingStorage

OBS = 6


def rollout(generator, n=24):
    obs = torch.randn(n, OBS, generator=generator)
    return obs, obs[:, 0] - 0.5 * obs[:, 1].square()


def main():
    torch.manual_seed(3)
    g = torch.Generator().manual_seed(3)
    storage = RingStorage(256, OBS)
    net = ValueNet(OBS)
    learner = Learner(net, storage, RecencySampler())
    loss_fn = torch.compile(learner.loss, backend="aot_eager")
    opt = torch.optim.SGD(net.parameters(), lr=0.05)

    history = []
    for _ in range(14):
        storage.extend(*rollout(g))
        loss = loss_fn(draw(64, g))
        opt.zero_grad()
        loss.backward()
        opt.step()
        history.append(loss.item())
    print(f"stored {int(storage.length)} transitions")
    print(f"first {history[0]:.4f} last {history[-1]:.4f} mean {sum(history) / len(history):.4f}")


if __name__ == "__main__":
    main()
