"""torch.export beside and inside of what is compiled; AOTInductor where it works."""
import sys
import tempfile

import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)

    def forward(self, x):
        return self.linear(x).relu()


torch.manual_seed(0)
net = Net().eval()
x = torch.randn(2, 3)
compiled = torch.compile(net, backend="aot_eager")
print(compiled(x).tolist())
for strict in (True, False):
    exported = torch.export.export(net, (x,), strict=strict)
    print(exported.module()(x).tolist())
    print(len(exported.graph.nodes), exported.graph_signature.user_outputs)
print(compiled(x).tolist())
print(torch.compile(exported.module(), backend="aot_eager")(x).tolist())
with torch.no_grad():
    print(compiled(x).tolist())
if "kernels" in sys.argv:
    with tempfile.TemporaryDirectory() as folder:
        package = torch._inductor.aoti_compile_and_package(
            exported, package_path=f"{folder}/net.pt2"
        )
        print(torch._inductor.aoti_load_package(package)(x).tolist())
