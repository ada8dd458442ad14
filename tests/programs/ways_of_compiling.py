"""fullgraph, dynamic, stances, limits, resets, errors on recompiling, disable."""
import torch
import torch._dynamo


def told(work):
    try:
        result = work()
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0][:120])
    else:
        print(result)


def f(x):
    y = x.sin()
    torch._dynamo.graph_break()
    return y + 1


def g(x):
    return x.cos() * x.shape[0]


told(lambda: torch.compile(f, backend="eager", fullgraph=True)(torch.ones(2)))
told(lambda: torch.compile(g, backend="eager", fullgraph=True)(torch.ones(2)).tolist())
for dynamic in (True, False, None):
    torch._dynamo.reset()
    many = torch.compile(g, backend="aot_eager", dynamic=dynamic)
    print([many(torch.ones(n)).sum().item() for n in (2, 3, 5, 7)])

torch._dynamo.reset()
marked = torch.ones(6)
torch._dynamo.mark_dynamic(marked, 0)
print(torch.compile(g, backend="aot_eager")(marked).tolist())

if hasattr(torch.compiler, "set_stance"):
    torch._dynamo.reset()
    fn = torch.compile(g, backend="eager")
    for stance in ("force_eager", "eager_on_recompile", "fail_on_recompile", "default"):
        with torch.compiler.set_stance(stance):
            told(lambda: fn(torch.ones(3)).tolist())
            told(lambda: fn(torch.ones(4)).tolist())
    with torch.compiler.set_stance("fail_on_recompile"):
        told(lambda: fn(torch.ones(4, dtype=torch.float64)))

torch._dynamo.reset()
with torch._dynamo.config.patch(error_on_recompile=True):
    fn = torch.compile(g, backend="eager", dynamic=False)
    told(lambda: fn(torch.ones(3)).tolist())
    told(lambda: fn(torch.ones(4)).tolist())

torch._dynamo.reset()
for limit in (2,):
    name = "recompile_limit" if hasattr(torch._dynamo.config, "recompile_limit") else "cache_size_limit"
    with torch._dynamo.config.patch(**{name: limit}):
        fn = torch.compile(lambda x, n: x * n + f(x), backend="eager", dynamic=False)
        print([fn(torch.ones(2), f"{n}" and n).tolist() for n in (1.5, 2.5, 3.5, 4.5)])

fn = torch.compile(f, backend="eager")
for n in range(3):
    print(fn(torch.ones(2) * n).tolist())
    torch._dynamo.reset()


@torch._dynamo.disable
def left_alone(x):
    return x * 3


@torch.compile(backend="aot_eager")
def outer(x):
    return left_alone(x + 1) - torch.compile(g, backend="eager")(x)


print(outer(torch.ones(2)).tolist())
with torch.inference_mode():
    print(outer(torch.ones(2)).tolist())
told(lambda: torch.compile(g, backend="no such backend")(torch.ones(2)))
explanation = torch._dynamo.explain(f)(torch.ones(2))
print(explanation.graph_count, explanation.graph_break_count)
