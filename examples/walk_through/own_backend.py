import torch
from functorch.compile import make_boxed_func
from torch._dynamo.backends.common import aot_autograd
from torch._dynamo.utils import lazy_format_graph_code
import depyf


def compile_graph(module, inputs):
    for node in module.graph.nodes:
        if node.target is torch.ops.aten.mul.Tensor and node.args[1] == 2:
            node.target, node.args = torch.ops.aten.add.Tensor, (node.args[0],) * 2
    module.recompile()
    lazy_format_graph_code("doubled by adding", module)
    depyf.annotate(inputs=len(inputs))
    return make_boxed_func(module.forward)


@torch.compile(backend=aot_autograd(fw_compiler=compile_graph))
def area(width, height):
    return (width * height * 2).sum()


width, height = torch.arange(3.0, requires_grad=True), torch.ones(3)
area(width, height).backward()
print(width.grad)
