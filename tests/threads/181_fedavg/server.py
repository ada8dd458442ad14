import copy
import logging

import torch
import torch.nn.functional as F

log = logging.getLogger("fed")


class Server:
    def __init__(self, net, clients, plan, lr, batch=16):
        self.net, self.clients, self.plan = net, clients, plan
        self.lr, self.batch = lr, batch
        self.worker = copy.deepcopy(net)
        self.uploaded = 0
        self.loss_fn = torch.compile(self._client_loss, backend="aot_eager")

    def _client_loss(self, x, y):
        logits = self.worker(x)
        loss = F.cross_entropy(logits, y)
        reg = self._confidence(logits)
        return loss + 0.01 * reg

    def _confidence(self, logits):
        p = logits.softmax(-1)
        return (p * p).sum(-1).mean()

    def _local_sgd(self, client):
        total, n = 0.0, 0
        for x, y in client.batches(self.batch):
            loss = self.loss_fn(x, y)
            params = [p for p in self.worker.parameters() if p.requires_grad]
            grads = torch.autograd.grad(loss, params)
            with torch.no_grad():
                for p, g in zip(params, grads):
                    p.sub_(self.lr * g)
            total += loss.item()
            n += 1
        return total / n

    def run_round(self, r):
        chosen = self.plan.apply(self.worker, r)
        log.info("round %d trains %s", r, sorted(chosen))
        update = {k: torch.zeros_like(v) for k, v in self.net.state_dict().items()}
        mean = 0.0
        for client in self.clients:
            self.worker.load_state_dict(self.net.state_dict())
            mean += client.weight * self._local_sgd(client)
            for k, v in self.worker.state_dict().items():
                update[k] += client.weight * v
                if k.split(".")[0] in chosen:
                    self.uploaded += v.numel() * v.element_size()
        self.net.load_state_dict(update)
        return mean

    @torch.no_grad()
    def evaluate(self):
        hits = sum((self.net(c.x).argmax(-1) == c.y).float().mean().item() for c in self.clients)
        return hits / len(self.clients)
