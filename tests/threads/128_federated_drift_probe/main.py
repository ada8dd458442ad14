"""Federated averaging over three hospitals with very different cohorts."""
import torch

from client import Client
from drift import DriftProbe
from server import average, fresh_model


def main():
    torch.manual_seed(2)
    model = fresh_model()
    worker = torch.compile(model, backend="aot_eager")
    clients = [Client(i, shift=0.4 * i) for i in range(3)]
    probe = DriftProbe(model, [c.name for c in clients])
    global_state = {k: v.clone() for k, v in model.state_dict().items()}
    for rnd in range(4):
        states, losses = [], []
        for c in clients:
            model.load_state_dict(global_state)
            probe.follow(c.name)
            losses.append(c.train(worker, model))
            states.append({k: v.clone() for k, v in model.state_dict().items()})
        global_state = average(states)
        print(f"round {rnd} loss {sum(losses) / 3:.4f} drift {probe.drift():.4f}")


if __name__ == "__main__":
    main()
