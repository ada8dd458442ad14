"""A Python that has torch imported and forks a child for each program it is sent.

`tests.warm` starts it. A child is what `python program.py` would be after `import
torch`: it has its own `__main__`, arguments, folder, streams and exit code.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import runpy
import subprocess
import sys
import types
from pathlib import Path
from typing import Any, Dict

# What compiling imports beside `import torch`: found by compiling something.
_TOY = """
import sys, torch
try:
    torch.compile(lambda x: x.sin().sum(), backend="inductor")(
        torch.ones(8, requires_grad=True)
    ).backward()
finally:
    print(*(name for name in sys.modules if name != "__main__"))
"""

Order = Dict[str, Any]


def warm_up() -> None:
    """Import all that compiling imports; compile nothing in this process."""
    done = subprocess.run(
        [sys.executable, "-c", _TOY], stdout=subprocess.PIPE, text=True, check=False
    )
    names = done.stdout.splitlines()[-1].split() if done.stdout else []
    for name in ["torch", *names, "depyf", "depyf.cli.main", "depyf.workflow"]:
        try:
            importlib.import_module(name)
        except ImportError:  # torch makes modules while it runs
            continue
    gc.collect()
    gc.freeze()  # children share it


def serve(channel: int) -> Order | None:
    """Fork a child for each order; return the order in the child, None at the end."""
    with os.fdopen(channel, "rb") as orders:
        for line in orders:
            child = os.fork()
            if child == 0:
                return dict(json.loads(line))
            os.write(channel, b"%d\n" % child)
            _, status = os.waitpid(child, 0)
            killed = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
            os.write(channel, b"%d\n" % (-killed or os.WEXITSTATUS(status)))
    return None


def become(order: Order) -> None:
    """Take the streams, the folder and the environment that the order names."""
    flags = (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)
    for number, name in enumerate(order["streams"]):
        opened = os.open(name, flags[number])
        os.dup2(opened, number)
        os.close(opened)
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    listed = order["env"].get("PYTHONPATH", "").split(os.pathsep)
    sys.path[1:1] = [path for path in listed if path and path not in sys.path]


def run(arguments: list[str]) -> None:
    """Run `-m module ...` or `program.py ...` as the interpreter does."""
    main = types.ModuleType("__main__")
    vars(main)["__builtins__"] = sys.modules["builtins"]
    sys.modules["__main__"] = main
    if arguments[0] == "-m":
        sys.path[0] = str(Path.cwd())
        sys.argv = ["-m", *arguments[2:]]
        # As the interpreter does; the public function leaves `__main__` alone.
        runpy._run_module_as_main(arguments[1])
        return
    program = Path.cwd() / arguments[0]
    shown = arguments[0] if sys.version_info < (3, 9) else str(program)
    sys.argv = list(arguments)
    sys.path[0] = str(program.parent)
    main.__file__ = shown
    exec(compile(program.read_bytes(), shown, "exec", dont_inherit=True), vars(main))


if __name__ == "__main__":
    warm_up()
    _order = serve(int(sys.argv[1]))
    if _order is not None:
        become(_order)
        try:
            run(_order["arguments"])
        except Exception as error:
            own = error.__traceback__.tb_next  # frames of this module are hidden
            shown = error.with_traceback(own.tb_next)
            sys.excepthook(type(shown), shown, shown.__traceback__)
            sys.exit(1)
