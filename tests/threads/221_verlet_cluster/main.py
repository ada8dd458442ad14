import torch

from forces import Morse, Sum, Trap
from integrator import State, Thermostat, Verlet
from observables import Recorder


@torch.no_grad()
def simulate(replicas: int = 4, atoms: int = 9, steps: int = 40):
    x = torch.randn(replicas, atoms, 3) * 1.4
    state = State(x=x, v=torch.randn_like(x) * 0.3)
    verlet, bath, record = Verlet(Sum(Morse(), Trap())), Thermostat(0.2), Recorder()
    record(state.x)
    for _ in range(steps):
        state = bath(verlet.advance(state))
        record(state.x)
    return state, record


def main():
    torch.manual_seed(3)
    state, record = simulate()
    print("energy", [round(e, 4) for e in state.e.tolist()], "radius", round(record.radius[-1], 4))
    print("anisotropy", round(record.anisotropy[-1], 5), "pairs", record.hist.int().tolist())


if __name__ == "__main__":
    main()
