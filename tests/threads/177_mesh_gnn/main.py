"""Learns one step of heat diffusion on a random triangle-like mesh with a small graph network."""
import torch

from build import build_simulator
from meshes import heat_step, ring_mesh


def make_batches(mesh, n, seed):
    g = torch.Generator().manual_seed(seed)
    for _ in range(n):
        t = torch.rand(mesh.num_nodes, 1, generator=g)
        yield t, heat_step(mesh, t)


def main():
    torch.manual_seed(17)
    mesh = ring_mesh(nodes=40, chords=30, seed=4)
    sim = build_simulator(width=16, depth=3, backend="eager")
    opt = torch.optim.Adam(sim.parameters(), lr=5e-3)

    losses = []
    for t, target in make_batches(mesh, 12, seed=9):
        pred = t + sim(t, mesh)
        loss = (pred - target).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())

    print(f"nodes {mesh.num_nodes}  edges {mesh.edges.shape[1]}")
    print(f"first {losses[0]:.5f}  last {losses[-1]:.5f}")
    with torch.no_grad():
        probe = sim(torch.linspace(0, 1, mesh.num_nodes).unsqueeze(1), mesh)
    print(f"probe {probe.mean():+.5f} {probe.std():.5f}")


if __name__ == "__main__":
    main()
