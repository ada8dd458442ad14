import functools

from torch._dynamo import lookup_backend


def drop_dead_nodes(gm):
    gm.graph.eliminate_dead_code()
    gm.recompile()
    return gm


def check_graph(gm):
    gm.graph.lint()
    return gm


PASSES = {"dead": drop_dead_nodes, "lint": check_graph}


def lower(gm, example_inputs, passes):
    for name in passes:
        gm = PASSES[name](gm)
    return lookup_backend("aot_eager")(gm, example_inputs)


def backend_for(options):
    passes = tuple(options.get("passes", ()))
    return functools.partial(lower, passes=passes)
