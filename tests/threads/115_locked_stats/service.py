import sys
import threading

import torch


class Service:
    def __init__(self, net):
        self.net = net
        self.run = torch.compile(net, backend="aot_eager", fullgraph=True)
        self.gate = threading.Lock()
        self.calls = 0

    @torch.no_grad()
    def predict(self, x):
        with self.gate:
            self.calls += 1
            try:
                return self.run(x)
            except torch._dynamo.exc.TorchDynamoException as e:
                first = str(e).strip().splitlines()[0]
                print(f"could not compile ({first}), serving eager", file=sys.stderr)
                self.run = self.net
                return self.run(x)

    def report(self):
        with self.gate:
            return [(s.name, *s.snapshot()) for s in self.net.trackers()]
