import copy

import torch
import torch.nn.functional as F


class Server:
    def __init__(self, net, policy, local_steps, lr):
        self.net = net
        self.policy = policy
        self.local_steps = local_steps
        self.lr = lr
        self.compiled = torch.compile(net, backend="eager")

    def _local(self, client):
        params = self.policy.apply(self.net, client)
        opt = torch.optim.SGD(params, lr=self.lr, momentum=0.9)
        last = 0.0
        for x, y in client.batches(self.local_steps):
            opt.zero_grad(set_to_none=True)
            loss = F.cross_entropy(self.compiled(x), y)
            loss.backward()
            opt.step()
            last = loss.item()
        return last

    def round(self, rnd, clients):
        start = copy.deepcopy(self.net.state_dict())
        total = sum(c.weight for c in clients)
        merged = {k: torch.zeros_like(v) for k, v in start.items()}
        losses = 0.0
        for client in clients:
            self.net.load_state_dict(start)
            losses += self._local(client)
            for k, v in self.net.state_dict().items():
                merged[k] += v * (client.weight / total)
        self.net.load_state_dict(merged)
        return losses / len(clients)

    def evaluate(self, clients):
        self.policy.release(self.net)
        self.net.telemetry.enabled = False
        hits, n = 0, 0
        with torch.no_grad():
            for c in clients:
                hits += (self.net(c.x).argmax(-1) == c.y).sum().item()
                n += c.y.numel()
        return hits / n
