import torch


class SpringMesh:
    def __init__(self, cfg, springs):
        self.cfg = cfg
        self.src, self.dst = springs
        self.pinned = torch.ones(cfg.rows * cfg.cols, 1)
        self.pinned[: cfg.cols] = 0.0

    def spring_forces(self, pos):
        delta = pos[self.dst] - pos[self.src]
        length = delta.norm(dim=-1, keepdim=True)
        pull = self.cfg.stiffness * (length - self.cfg.spacing) * delta / length
        force = torch.zeros_like(pos)
        force = force.index_add(0, self.src, pull)
        return force.index_add(0, self.dst, -pull)

    def energy(self, state):
        kinetic = 0.5 * (state["vel"] ** 2).sum()
        stretch = (state["pos"][self.dst] - state["pos"][self.src]).norm(dim=-1) - self.cfg.spacing
        return kinetic + 0.5 * self.cfg.stiffness * (stretch**2).sum()


class SemiImplicitEuler:
    def __init__(self, mesh, cfg):
        self.mesh = mesh
        self.cfg = cfg

    def forces(self, state):
        force = self.mesh.spring_forces(state["pos"]) - self.cfg.damping * state["vel"]
        gravity = torch.zeros_like(force)
        gravity[:, 2] = self.cfg.gravity
        return (force + gravity) * self.mesh.pinned

    def advance(self, state):
        state["force"] = self.forces(state)
        vel = state["vel"] + self.cfg.dt * state["force"]
        pos = state["pos"] + self.cfg.dt * vel
        state.update(pos=pos, vel=vel)
        return state
