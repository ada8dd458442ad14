import torch


@torch.compiler.disable
def report(x):
    print("sum:", x.sum().item())


@torch.compile(backend="eager")
def step(x):
    x = torch.sin(x)
    report(x)
    return x * 2


step(torch.ones(3))
with torch.compiler.set_stance("force_eager"):
    step(torch.ones(4))
with torch.compiler.set_stance("fail_on_recompile"):
    try:
        step(torch.ones(5))
    except RuntimeError as error:
        print(f"{type(error).__name__}:", str(error).splitlines()[0])
