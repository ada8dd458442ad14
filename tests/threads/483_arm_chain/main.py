import torch

from chain import Chain, load_links


class ReachTask:
    def __init__(self, chain, goal, steps=20, lr=0.2):
        self.chain = chain
        self.fk = torch.compile(chain, backend="eager", fullgraph=True)
        self.goal, self.steps, self.lr = goal, steps, lr
        self.tip = chain.index_of("wrist")

    def cost(self, q):
        position = self.fk(q)[:, self.tip, :3, 3]
        return (position - self.goal).square().sum(-1)

    def solve(self, q):
        history = []
        for _ in range(self.steps):
            q = q.detach().requires_grad_(True)
            cost = self.cost(q)
            grad, = torch.autograd.grad(cost.sum(), q)
            history.append(round(cost.mean().item(), 5))
            q = q - self.lr * grad
        return q.detach(), history


def main():
    torch.manual_seed(0)
    chain = Chain(load_links())
    task = ReachTask(chain, goal=torch.tensor([0.4, 0.3, 0.5]))
    start = torch.randn(8, chain.dof) * 0.3
    solved, history = task.solve(start)
    print("cost", history[0], "->", history[-1])
    print("q", [round(v, 4) for v in solved[0].tolist()])


if __name__ == "__main__":
    main()
