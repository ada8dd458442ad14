import torch

from forcefield import PairPotential
from integrator import BAOAB, kinetic_temperature
from thermostat import Bath, OrnsteinUhlenbeck

DT = 0.02


@torch.no_grad()
def simulate(steps=60, particles=10):
    potential = PairPotential()
    thermostat = OrnsteinUhlenbeck(Bath(), DT)
    stepper = torch.compile(BAOAB(potential, thermostat, DT), backend="aot_eager")
    pos, vel = torch.randn(particles, 3), torch.zeros(particles, 3)
    temps = []
    for step in range(steps):
        pos, vel = stepper(pos, vel)
        temps.append(kinetic_temperature(vel))
        if step % 20 == 19:
            print(step + 1, round(potential.energy(pos).item(), 4))
    return torch.stack(temps)


def main():
    torch.manual_seed(0)
    temps = simulate()
    print("temperature", round(temps[30:].mean().item(), 4))


if __name__ == "__main__":
    main()
