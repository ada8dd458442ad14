import torch

from frames import Trajectory
from potential import Potential


def main():
    torch.manual_seed(13)
    model = Potential()
    energy = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    reference = torch.tensor([-1.0, -0.4, 0.3, -0.7])
    for step, batch in enumerate(Trajectory(seed=13).frames(6)):
        optimizer.zero_grad()
        predicted = energy(batch)
        loss = (predicted - reference).square().mean()
        loss.backward()
        optimizer.step()
        values = " ".join(f"{e:+.5f}" for e in predicted.tolist())
        print(f"frame {step} loss {loss.item():.6f} energies {values}")


if __name__ == "__main__":
    main()
