import torch
import torch.nn.functional as F

from network import NetConfig, SiteNet, shared_state


class Client:
    def __init__(self, site: str, cfg: NetConfig, rows: int, shift: float) -> None:
        self.site = site
        self.net = SiteNet(cfg, site)
        self.run = torch.compile(self.net, backend="eager", fullgraph=True)
        self.x = torch.randn(rows, cfg.inputs) * (1 + 0.1 * shift) + shift
        rule = torch.linspace(-1, 1, cfg.inputs)
        self.y = torch.bucketize((self.x - shift) @ rule, torch.tensor([-1.0, 1.0]))

    def receive(self, state: dict[str, torch.Tensor]) -> None:
        self.net.load_state_dict(state, strict=False)

    def fit(self, steps: int, lr: float) -> float:
        optim = torch.optim.SGD(self.net.parameters(), lr=lr, momentum=0.9)
        for _ in range(steps):
            loss = F.cross_entropy(self.run(self.x), self.y)
            optim.zero_grad()
            loss.backward()
            optim.step()
        return loss.item()

    def upload(self) -> tuple[int, dict[str, torch.Tensor]]:
        return self.x.shape[0], {k: v.clone() for k, v in shared_state(self.net).items()}
