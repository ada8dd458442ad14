import sys

import torch


def guarded_compile(net, example):
    """Compile; stay with eager where that is not possible."""
    compiled = torch.compile(net, backend="aot_eager")
    try:
        with torch.no_grad():
            compiled(example)
    except Exception as err:
        print(f"compile failed ({type(err).__name__}), running eager", file=sys.stderr)
        return net
    print("compiled", file=sys.stderr)
    return compiled
