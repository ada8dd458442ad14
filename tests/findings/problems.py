"""Programs with a known problem: what causes it, what cures it, and what does not.

Each is `problems/NAME.py`, as a user writes it. The figures were measured with torch
2.13 and 2.15; `tests/findings/run.py` runs a program as it stands or with edits.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Mapping, Tuple

from .run import Figures

Edits = Tuple[Tuple[str, str], ...]


@dataclass(frozen=True)
class Problem:
    """One program.

    Attributes:
        name: of the file.
        threads: public issues where users have the same.
        rule: what the finding is about, in a word; empty where none is wanted.
        cause: text of the line that causes it, which occurs once in the program.
        edits: what cures it, the smallest that a reader of the finding would make.
        before: the figures of the program as it stands.
        before_on: these where a torch differs, by the start of its version.
        after: its figures with `edits`.
        also: other edits that cure it as well, or nearly, by what they are.
        useless: edits that are suggested, by torch or others, and do not cure it.
        backend: what it needs; `inductor` takes long.
    """

    name: str
    threads: str
    rule: str
    cause: str
    edits: Edits
    before: Figures
    after: Figures
    also: Mapping[str, Edits] = field(default_factory=dict)
    useless: Mapping[str, Edits] = field(default_factory=dict)
    before_on: Mapping[str, Figures] = field(default_factory=dict)
    backend: str = "eager"

    def before_with(self, torch_version: str) -> Figures:
        """Return the figures as it stands with this version of torch."""
        for version, figures in self.before_on.items():
            if torch_version.startswith(version):
                return figures
        return self.before


def _config(setting: str) -> Edits:
    """Sets an option of Dynamo at the top of `main`."""
    return (("def main():\n", f"def main():\n    torch._dynamo.config.{setting}\n"),)


_UNSPEC = _config("allow_unspec_int_on_nn_module = True")
_LIMIT = _config("recompile_limit = 64")
_DYNAMIC: Edits = (('backend="eager")', 'backend="eager", dynamic=True)'),)

PROBLEMS = (
    Problem(
        name="counter_attribute",
        threads="programming model: recompilation; pytorch#128288",
        rule="value-changes-each-call",
        cause="self.calls += 1",
        edits=(
            (
                "self.calls = 0",
                'self.register_buffer("calls", torch.zeros((), dtype=torch.long))',
            ),
        ),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=1),
        also={
            "allow_unspec_int_on_nn_module": _UNSPEC,
            "a tensor attribute": (("self.calls = 0", "self.calls = torch.tensor(0)"),),
            "a float": (
                ("self.calls = 0", "self.calls = 0.0"),
                ("self.calls += 1", "self.calls += 1.0"),
            ),
        },
        useless={
            "dynamic=True": _DYNAMIC,
        },
    ),
    Problem(
        name="block_index",
        threads="transformers#37908; issue 23 B",
        rule="differs-by-instance",
        cause="return x + y / (2 * (self.layer_idx + 1)) ** 0.5",
        edits=_UNSPEC,
        before=Figures(entries=8, recompiles=8, skipped=1),
        after=Figures(entries=2, recompiles=1),
        also={
            "a buffer": (
                (
                    "self.layer_idx = layer_idx",
                    'self.register_buffer("layer_idx", torch.tensor(layer_idx))',
                ),
            ),
            "a float computed before": (
                (
                    "self.layer_idx = layer_idx",
                    "self.divisor = (2 * (layer_idx + 1)) ** 0.5",
                ),
                ("y / (2 * (self.layer_idx + 1)) ** 0.5", "y / self.divisor"),
            ),
            "the limit raised": _LIMIT,
        },
        useless={
            "dynamic=True": _DYNAMIC,
        },
    ),
    Problem(
        name="attention_processors",
        threads="diffusers#11970, pytorch#163329, KJNodes#446",
        rule="differs-by-instance",
        cause="* SCALES[self.name]",
        edits=(
            ("        self.name = name\n", "        self.scale = SCALES[name]\n"),
            ("* SCALES[self.name]", "* self.scale"),
        ),
        before=Figures(entries=8, recompiles=8, skipped=1),
        after=Figures(entries=1),
        also={"the limit raised": _LIMIT},
        useless={"dynamic=True": _DYNAMIC, "allow_unspec_int_on_nn_module": _UNSPEC},
    ),
    Problem(
        name="processor_classes",
        threads="diffusers#11970",
        rule="type-differs-by-instance",
        cause="class Processor:",
        edits=(
            (
                """def make_processor(scale):
    class Processor:
        def __call__(self, attn, x):
            q, k, v = attn.qkv(x).chunk(3, dim=-1)
            return F.scaled_dot_product_attention(q, k, v) * scale

    return Processor()
""",
                """class Processor:
    def __init__(self, scale):
        self.scale = scale

    def __call__(self, attn, x):
        q, k, v = attn.qkv(x).chunk(3, dim=-1)
        return F.scaled_dot_product_attention(q, k, v) * self.scale
""",
            ),
            ("make_processor(0.5)", "Processor(0.5)"),
        ),
        before=Figures(entries=8, recompiles=8, skipped=1),
        after=Figures(entries=1),
        also={"the limit raised": _LIMIT},
    ),
    Problem(
        name="block_partial",
        threads="KJNodes#446",
        rule="differs-by-instance",
        cause="return x + self.activation(self.linear(x))",
        edits=_UNSPEC,
        before=Figures(entries=8, recompiles=8, skipped=1),
        after=Figures(entries=2, recompiles=1),
        also={
            "a float": (("power=i", "power=float(i)"),),
            "a tensor": (("power=i", "power=torch.tensor(i)"),),
        },
    ),
    Problem(
        name="hooks",
        threads="KJNodes#446",
        rule="container-grows",
        cause="features[name] = output.detach()",
        edits=(("features[name] = output.detach()", "module.kept = output.detach()"),),
        before=Figures(entries=8, recompiles=8, skipped=1),
        after=Figures(entries=1),
        also={
            "not in the graph": (
                ("    def hook(", "    @torch.compiler.disable\n    def hook("),
            ),
        },
        useless={
            "keys made before": (
                ("features = {}", 'features = {f"block{i}": None for i in range(10)}'),
            ),
        },
    ),
    Problem(
        name="helper_item",
        threads="aimnetcentral#109, TabPFN#1166",
        rule="break",
        cause="norm = x.norm().item()",
        edits=(
            (
                """    norm = x.norm().item()
    if norm > limit:
        x = x * (limit / norm)
    return x
""",
                """    norm = x.norm()
    return x * torch.clamp(limit / norm, max=1.0)
""",
            ),
        ),
        before=Figures(entries=4, recompiles=2, breaks=2, skipped=1),
        after=Figures(entries=1),
        also={
            "where": (
                (
                    """    norm = x.norm().item()
    if norm > limit:
        x = x * (limit / norm)
    return x
""",
                    """    norm = x.norm()
    return torch.where(norm > limit, x * (limit / norm), x)
""",
                ),
            ),
        },
        useless={"capture_scalar_outputs": _config("capture_scalar_outputs = True")},
    ),
    Problem(
        name="helper_any",
        threads="aimnetcentral#109",
        rule="break",
        cause="if torch.isnan(x).any():",
        edits=(
            (
                "    if torch.isnan(x).any():\n",
                "    if not torch.compiler.is_compiling() and torch.isnan(x).any():\n",
            ),
        ),
        before=Figures(entries=1, breaks=2, skipped=2),
        after=Figures(entries=1),
        also={
            "no check": (
                (
                    """    if torch.isnan(x).any():
        print(f"nan in {name}")
""",
                    "",
                ),
            ),
        },
        useless={
            "disabled": (("def check", "@torch.compiler.disable\ndef check"),),
        },
    ),
    Problem(
        name="printed_value",
        threads="programming model: graph breaks",
        rule="break",
        cause='print("mean", x.mean())',
        edits=(
            (
                "def main():\n",
                "def main():\n    torch._dynamo.config.reorderable_logging_functions.add(print)\n",
            ),
        ),
        before=Figures(entries=2, breaks=1),
        after=Figures(entries=1),
        also={
            "only eager": (
                (
                    "        print(",
                    "        if not torch.compiler.is_compiling():\n            print(",
                ),
            ),
        },
    ),
    Problem(
        name="global_step",
        threads="mini-sglang#60",
        rule="value-changes-each-call",
        cause='STATE["step"] / STATE["warmup"]',
        edits=(
            ('STATE["step"] = step', 'STATE["step"].fill_(step)'),
            ('{"step": 0,', '{"step": torch.tensor(0.0),'),
            (
                'min(1.0, STATE["step"] / STATE["warmup"])',
                '(STATE["step"] / STATE["warmup"]).clamp(max=1.0)',
            ),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
        also={
            "an argument": (
                (
                    "def scaled_loss(prediction, target):",
                    "def scaled_loss(prediction, target, step):",
                ),
                ('STATE["step"] / STATE["warmup"]', 'step / STATE["warmup"]'),
                ('        STATE["step"] = step\n', ""),
                (
                    "compiled(torch.randn(8), torch.randn(8))",
                    "compiled(torch.randn(8), torch.randn(8), step)",
                ),
            ),
            "a tensor, nothing else": (
                ('STATE["step"] = step', 'STATE["step"] = torch.tensor(float(step))'),
            ),
            "a float": (('STATE["step"] = step', 'STATE["step"] = float(step)'),),
        },
        useless={
            "dynamic=True": _DYNAMIC,
            "allow_unspec_int_on_nn_module": _UNSPEC,
        },
    ),
    Problem(
        name="global_counter",
        threads="mini-sglang#60",
        rule="value-changes-each-call",
        cause="return x + torch.randn_like(x) / (1 + step) ** 0.5",
        edits=(
            ("step = 0", "step = torch.tensor(0)"),
            ("        step += 1", "        step = step + 1"),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
        also={
            "in place": (("step = 0", "step = torch.tensor(0)"),),
        },
        useless={
            "an argument": (
                ("def noisy(x):", "def noisy(x, step):"),
                ("compiled(torch.zeros(8))", "compiled(torch.zeros(8), step)"),
            ),
            "without dynamic=False": ((", dynamic=False", ""),),
        },
    ),
    Problem(
        name="temperature",
        threads="programming model: recompilation; vllm sampling",
        rule="value-changes-each-call",
        cause="probs = torch.softmax(logits / temperature, dim=-1)",
        edits=(
            (
                "compiled(torch.randn(2, 50), temperature)",
                "compiled(torch.randn(2, 50), torch.tensor(temperature))",
            ),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
        also={"without dynamic=False": ((", dynamic=False", ""),)},
    ),
    Problem(
        name="closure_value",
        threads="pytorch#109812",
        rule="value-changes-each-call",
        cause="return [w - rate * g for w, g in zip(weights, gradients)]",
        edits=(("rate = 0.1 / (epoch + 1)", "rate = torch.tensor(0.1 / (epoch + 1))"),),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
        also={"without dynamic=False": ((", dynamic=False", ""),)},
    ),
    Problem(
        name="growing_list",
        threads="programming model: recompilation",
        rule="container-grows",
        cause="self.history.append(y.detach())",
        edits=(
            (
                "        self.history = []\n",
                '        self.register_buffer("total", torch.zeros(2, width))\n'
                '        self.register_buffer("count", torch.zeros(()))\n',
            ),
            (
                "        self.history.append(y.detach())\n",
                "        self.total += y.detach()\n        self.count += 1\n",
            ),
            ("torch.stack(self.history).mean(0)", "self.total / self.count"),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
        also={
            "outside": (
                (
                    "        self.history.append(y.detach())\n        return torch.stack(self.history).mean(0)\n",
                    "        return y\n",
                ),
                (
                    "        y = model(torch.randn(2, 8))\n",
                    "        history = getattr(model, 'history', [])\n        history.append(model(torch.randn(2, 8)).detach())\n        y = torch.stack(history).mean(0)\n",
                ),
            ),
        },
        useless={"dynamic=True": _DYNAMIC},
    ),
    Problem(
        name="growing_cache",
        threads="transformers rotary caches",
        rule="container-grows",
        cause="if length not in self.cache:",
        edits=(
            (
                """        if length not in self.cache:
            self.cache[length] = torch.arange(length, dtype=x.dtype) / 10
        return x + self.cache[length][:, None]
""",
                """        bias = torch.arange(length, dtype=x.dtype) / 10
        return x + bias[:, None]
""",
            ),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=2, recompiles=1),
        also={
            "one table": (
                (
                    "        self.cache = {}\n",
                    '        self.register_buffer("table", torch.arange(512) / 10)\n',
                ),
                (
                    """        if length not in self.cache:
            self.cache[length] = torch.arange(length, dtype=x.dtype) / 10
        return x + self.cache[length][:, None]
""",
                    """        return x + self.table[:length, None]
""",
                ),
            ),
        },
        useless={
            "dynamic=True": _DYNAMIC,
            "mark_dynamic": (
                (
                    "        y = model(torch.randn(2, length, 8))",
                    "        x = torch.randn(2, length, 8)\n"
                    "        torch._dynamo.maybe_mark_dynamic(x, 1)\n        y = model(x)",
                ),
            ),
        },
    ),
    Problem(
        name="boolean_mask",
        threads="pytorch#174704, programming model: dynamic shapes",
        rule="data-dependent-size",
        cause="picked = prediction[mask]",
        edits=(
            (
                """    picked = prediction[mask]
    wanted = target[mask]
    return (picked - wanted).abs().mean()
""",
                """    difference = torch.where(mask, (prediction - target).abs(), 0.0)
    return difference.sum() / mask.sum()
""",
            ),
        ),
        before=Figures(entries=5, recompiles=2, breaks=2),
        after=Figures(entries=1),
        also={
            "capture_dynamic_output_shape_ops": _config(
                "capture_dynamic_output_shape_ops = True"
            )
        },
        useless={
            "dynamic=True": _DYNAMIC,
            "capture_scalar_outputs": _config("capture_scalar_outputs = True"),
        },
    ),
    Problem(
        name="size_loop",
        threads="programming model: dynamic shapes",
        rule="size-made-static",
        cause="for position in range(x.shape[1]):",
        edits=(
            (
                "model(torch.randn(2, length, 8))",
                "model(nn.functional.pad(torch.randn(2, length, 8), "
                "(0, 0, 0, 16 - length)))",
            ),
        ),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=1),
        also={
            "one step compiled": (
                (
                    'model.forward = torch.compile(model.forward, backend="eager")',
                    'model.step = torch.compile(model.step, backend="eager")',
                ),
            ),
        },
        useless={
            "dynamic=True": _DYNAMIC,
            "mark_dynamic": (
                (
                    "        y = model(torch.randn(2, length, 8))",
                    "        x = torch.randn(2, length, 8)\n"
                    "        torch._dynamo.maybe_mark_dynamic(x, 1)\n        y = model(x)",
                ),
            ),
        },
    ),
    Problem(
        name="fake_number",
        threads="pytorch#121080",
        rule="fake-number",
        cause="return nodes.new_empty(int(size))",
        edits=(("new_empty(int(size))", "new_empty(size)"),),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=2, recompiles=1),
    ),
    Problem(
        name="size_number",
        threads="pytorch#136002",
        rule="size-made-static",
        cause="weights = torch.tensor([1.0 / count] * count)",
        edits=(
            (
                "torch.tensor([1.0 / count] * count)",
                "x.new_full((count,), 1.0 / count)",
            ),
        ),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=2, recompiles=1),
        also={
            "mean": (
                (
                    "        count = int(x.shape[0])\n        weights = torch.tensor([1.0 / count] * count)\n",
                    "",
                ),
                ("(self.proj(x) * weights[:, None]).sum(0)", "self.proj(x).mean(0)"),
            ),
        },
        useless={
            "dynamic=True": _DYNAMIC,
            "no int()": (("int(x.shape[0])", "x.shape[0]"),),
        },
    ),
    Problem(
        name="size_threshold",
        threads="pytorch#148040",
        rule="",
        cause="if x.shape[0] > 16:",
        edits=(),
        before=Figures(entries=4, recompiles=3),
        after=Figures(entries=4, recompiles=3),
    ),
    Problem(
        name="library_call",
        threads="lightning logging; programming model: graph breaks",
        rule="break-in-library",
        cause='log.info("hidden %s", tuple(x.shape))',
        edits=(
            (
                "def main():\n",
                "def main():\n    torch._dynamo.config.ignore_logging_functions.add(logging.Logger.info)\n",
            ),
        ),
        before=Figures(entries=2, breaks=1),
        after=Figures(entries=1),
        also={
            "only eager": (
                (
                    "        log.info",
                    "        if not torch.compiler.is_compiling():\n            log.info",
                ),
            ),
            "the bound method": (
                (
                    "def main():\n",
                    "def main():\n    torch._dynamo.config.ignore_logging_functions.add(log.info)\n",
                ),
            ),
        },
        useless={
            "reorderable": (
                (
                    "def main():\n",
                    "def main():\n    torch._dynamo.config.reorderable_logging_functions.add(log.info)\n",
                ),
            ),
        },
    ),
    Problem(
        name="clock",
        threads="programming model: graph breaks",
        rule="break-in-library",
        cause="begin = time.time()",
        edits=(
            ("        begin = time.time()\n", ""),
            ("        self.seconds = time.time() - begin\n", ""),
            (
                "        y = model(torch.randn(4, 8))\n",
                "        begin = time.time()\n        y = model(torch.randn(4, 8))\n        model.seconds = time.time() - begin\n",
            ),
        ),
        before=Figures(entries=3, recompiles=1, breaks=2, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="progress_bar",
        threads="diffusers pipelines",
        rule="break-in-library",
        cause="for _ in tqdm(range(4), disable=True):",
        edits=(("tqdm(range(4), disable=True)", "range(4)"),),
        before=Figures(entries=1, breaks=2, skipped=2),
        after=Figures(entries=1),
        useless={
            "disabled": (
                (
                    "from tqdm import tqdm\n",
                    "from tqdm import tqdm as bar\n\ntqdm = torch.compiler.disable(bar)\n",
                ),
            ),
        },
    ),
    Problem(
        name="batch_sizes",
        threads="pytorch#174704; programming model: dynamic shapes",
        rule="",
        cause="y = compiled(torch.randn(batch, length, 8))",
        edits=(),
        before=Figures(entries=3, recompiles=2),
        after=Figures(entries=3, recompiles=2),
        also={
            "the smallest": _DYNAMIC,
            "mark_dynamic": (
                (
                    "        y = compiled(torch.randn(batch, length, 8))",
                    "        x = torch.randn(batch, length, 8)\n"
                    "        torch._dynamo.mark_dynamic(x, (0, 1))\n        y = compiled(x)",
                ),
            ),
        },
    ),
    Problem(
        name="changed_strides",
        threads="diffusers channels_last",
        rule="strides-vary",
        cause="images = torch.rand(2, 8, 8, 3).permute(0, 3, 1, 2)",
        edits=(("permute(0, 3, 1, 2)", "permute(0, 3, 1, 2).contiguous()"),),
        before=Figures(entries=2, recompiles=1),
        after=Figures(entries=1),
        useless={"dynamic=True": _DYNAMIC},
    ),
    Problem(
        name="mode_strings",
        threads="programming model: recompilation",
        rule="value-changes-each-call",
        cause='if name.startswith("image"):',
        edits=(
            ("def encode(x, name):", "def encode(x, is_image):"),
            ('if name.startswith("image"):', "if is_image:"),
            (
                'compiled(torch.randn(8), f"image_{number:04d}.png")',
                'compiled(torch.randn(8), f"image_{number:04d}.png".startswith("image"))',
            ),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
        useless={"dynamic=True": _DYNAMIC},
    ),
    Problem(
        name="list_conversion",
        threads="programming model: graph breaks",
        rule="break",
        cause="for row, length in zip(tokens, lengths.tolist()):",
        edits=(
            (
                """    out = []
    for row, length in zip(tokens, lengths.tolist()):
        out.append(row[:length].sum())
    return torch.stack(out)
""",
                """    inside = torch.arange(tokens.shape[1]) < lengths[:, None]
    return (tokens * inside).sum(1)
""",
            ),
        ),
        before=Figures(entries=4, recompiles=2, breaks=1),
        after=Figures(entries=1),
        also={"capture_scalar_outputs": _config("capture_scalar_outputs = True")},
    ),
    Problem(
        name="numpy_conversion",
        threads="programming model: graph breaks",
        rule="break",
        cause="rng.standard_normal(x.shape[0])",
        edits=(
            (
                "torch.from_numpy(rng.standard_normal(x.shape[0])).to(x.dtype)",
                "torch.randn_like(x)",
            ),
        ),
        before=Figures(entries=2, breaks=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="optimizer_rate",
        threads="torch.optim tutorial: compiled optimizer with scheduler",
        rule="",
        cause="optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)",
        edits=(),
        before=Figures(entries=4, recompiles=1, breaks=2, skipped=1),
        after=Figures(entries=4, recompiles=1, breaks=2, skipped=1),
        also={"the smallest": (("lr=0.1", "lr=torch.tensor(0.1)"),)},
    ),
    Problem(
        name="scheduler_rate",
        threads="torch.optim tutorial: compiled optimizer with scheduler",
        rule="",
        cause="optimizer = torch.optim.SGD(model.parameters(), lr=0.1)",
        edits=(),
        before=Figures(entries=4, recompiles=1, breaks=2, skipped=1),
        after=Figures(entries=4, recompiles=1, breaks=2, skipped=1),
        also={"the smallest": (("lr=0.1", "lr=torch.tensor(0.1)"),)},
    ),
    Problem(
        name="saved_for_backward",
        threads="pytorch#174468, #188127",
        rule="saved-for-backward",
        cause="return torch.tanh(pairs).sin().exp().mean((1, 2))",
        edits=(
            (
                "from torch import nn\n",
                "from torch import nn\nfrom torch.utils.checkpoint import checkpoint\n",
            ),
            (
                """        pairs = self.left(x)[:, :, None] + self.right(x)[:, None]
        return torch.tanh(pairs).sin().exp().mean((1, 2))
""",
                """        return checkpoint(self.pool, self.left(x), self.right(x), use_reentrant=False)

    def pool(self, left, right):
        pairs = left[:, :, None] + right[:, None]
        return torch.tanh(pairs).sin().exp().mean((1, 2))
""",
            ),
        ),
        before=Figures(entries=1, saved_mib=8),
        after=Figures(entries=1),
        backend="aot_eager",
    ),
    Problem(
        name="many_guards",
        threads="vllm#11216, vllm#40777",
        rule="guard-time",
        cause="for name, value in TABLE.items():",
        edits=(
            (
                'backend="eager")',
                'backend="eager", options={"guard_filter_fn": '
                "torch.compiler.skip_guard_on_globals_unsafe})",
            ),
        ),
        before=Figures(entries=1, guard_thousands=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="cache_bypass",
        threads="fairchem#2162, pytorch#192555",
        rule="cache-bypassed",
        cause="y = ClampSte.apply(x / scale, -8.0, 7.0)",
        edits=(
            (
                "import torch\n",
                "import torch\n"
                "import torch._functorch.config\n\n"
                "torch._functorch.config."
                "autograd_cache_allow_custom_autograd_functions = True\n",
            ),
        ),
        before=Figures(entries=1, bypasses=1),
        after=Figures(entries=1),
        also={
            "without the function": (
                (
                    "    y = ClampSte.apply(x / scale, -8.0, 7.0)",
                    "    y = (x / scale).clamp(-8.0, 7.0)",
                ),
            ),
        },
        backend="inductor",
    ),
    Problem(
        name="train_and_eval",
        threads="expected",
        rule="",
        cause="model.eval()",
        edits=(),
        before=Figures(entries=2, recompiles=1),
        after=Figures(entries=2, recompiles=1),
        backend="aot_eager",
    ),
    Problem(
        name="two_dtypes",
        threads="expected",
        rule="",
        cause='with torch.autocast("cpu", dtype=torch.bfloat16):',
        edits=(),
        before=Figures(entries=2, recompiles=1),
        after=Figures(entries=2, recompiles=1),
    ),
    Problem(
        name="chosen_functions",
        threads="expected",
        rule="",
        cause="return activation(x @ weight)",
        edits=(),
        before=Figures(entries=3, recompiles=2),
        after=Figures(entries=3, recompiles=2),
    ),
    Problem(
        name="float64_targets",
        threads="numpy scalars and arrays are float64",
        rule="dtype-varies",
        cause="target = torch.from_numpy(rng.standard_normal(8))",
        edits=(("rng.standard_normal(8))", "rng.standard_normal(8)).float()"),),
        before=Figures(entries=2, recompiles=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="distribution_arguments",
        threads="expected: torch leaves the validation out",
        rule="",
        cause="policy = Normal(mean, self.log_std.exp())",
        edits=(),
        before=Figures(entries=1),
        after=Figures(entries=1),
        backend="aot_eager",
    ),
    Problem(
        name="lstm_layer",
        threads="pytorch: Attempted to wrap RNN, GRU, or LSTM",
        rule="break",
        cause="x, _ = self.lstm(self.embed(tokens))",
        edits=_config("allow_rnn = True"),
        before=Figures(entries=0, breaks=1, skipped=1),
        before_on={"2.15": Figures(entries=2, breaks=1)},
        after=Figures(entries=1),
        useless={
            "outside of graphs": (
                (
                    "self.lstm = nn.LSTM(width, width, batch_first=True)\n",
                    "self.lstm = nn.LSTM(width, width, batch_first=True)\n"
                    "        self.lstm.forward = torch.compiler.disable(self.lstm.forward)\n",
                ),
            ),
        },
    ),
    Problem(
        name="thread_count",
        threads="pytorch: GLOBAL_STATE changed",
        rule="global-state",
        cause="torch.set_num_threads(1 + number % 2)",
        edits=(
            ("        torch.set_num_threads(1 + number % 2)\n", ""),
            (
                "    torch.manual_seed(0)\n",
                "    torch.manual_seed(0)\n    torch.set_num_threads(1)\n",
            ),
        ),
        before=Figures(entries=2, recompiles=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="loss_names",
        threads="programming model: recompilation",
        rule="container-grows",
        cause="for name in sorted(losses):",
        edits=(
            (
                "def total(losses, weights):\n",
                "def total(losses, weights):\n    return (weights * losses).sum()\n\n\ndef stacked(losses, weights):\n    names = sorted(losses)\n    means = [losses[name].mean() for name in names]\n    return torch.stack(means), torch.stack([weights[name] for name in names])\n",
            ),
            (
                """    value = torch.zeros(())
    for name in sorted(losses):
        value = value + weights[name] * losses[name].mean()
    return value
""",
                "",
            ),
            ("compiled(losses, weights)", "compiled(*stacked(losses, weights))"),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=2, recompiles=1),
        useless={"dynamic=True": _DYNAMIC},
    ),
    Problem(
        name="tensor_assertion",
        threads="programming model: graph breaks",
        rule="break",
        cause="if index.max() >= self.table.num_embeddings:",
        edits=(
            (
                """        if index.max() >= self.table.num_embeddings:
            raise IndexError(f"index {index.max()} is too large")
""",
                """        torch._assert_async(index.max() < self.table.num_embeddings)
""",
            ),
        ),
        before=Figures(entries=2, breaks=1),
        after=Figures(entries=1),
        also={
            "only eager": (
                (
                    "if index.max() >=",
                    "if not torch.compiler.is_compiling() and index.max() >=",
                ),
            ),
            "assert": (
                (
                    """        if index.max() >= self.table.num_embeddings:
            raise IndexError(f"index {index.max()} is too large")
""",
                    """        assert index.max() < self.table.num_embeddings
""",
                ),
            ),
        },
    ),
    Problem(
        name="own_context",
        threads="programming model: graph breaks in with",
        rule="break-in-library",
        cause='os.environ["STAGE"] = name',
        edits=(
            ("import os\n", ""),
            ('    os.environ["STAGE"] = name\n', "    stages.append(name)\n"),
            ('os.environ.pop("STAGE")', "stages.pop()"),
            ("@contextmanager\n", "stages = []\n\n\n@contextmanager\n"),
        ),
        before=Figures(entries=0, breaks=1, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="frozen_layers",
        threads="gradual unfreezing; each stage is a program of its own",
        rule="limit",
        cause="layer.requires_grad_(True)",
        edits=_config("recompile_limit = 16"),
        before=Figures(entries=8, recompiles=8, skipped=1),
        after=Figures(entries=10, recompiles=9),
        useless={
            "force_parameter_static_shapes": _config(
                "force_parameter_static_shapes = False"
            ),
        },
        backend="aot_eager",
    ),
    Problem(
        name="curriculum",
        threads="programming model: recompilation",
        rule="size-made-static",
        cause="for _ in range(rounds):",
        edits=(
            (
                """    def forward(self, x, rounds):
        for _ in range(rounds):
            x = x + torch.tanh(self.block(x))
        return x
""",
                """    def forward(self, x):
        return x + torch.tanh(self.block(x))
""",
            ),
            (
                "        y = model(torch.randn(2, 8), rounds)\n",
                "        y = torch.randn(2, 8)\n"
                "        for _ in range(rounds):\n            y = model(y.detach())\n",
            ),
        ),
        before=Figures(entries=8, recompiles=8, skipped=1),
        after=Figures(entries=1),
        useless={"dynamic=True": _DYNAMIC},
    ),
    Problem(
        name="library_layers",
        threads="found here: Module.compile of torch's own modules compiles nothing",
        rule="nothing-compiled",
        cause='layer.compile(backend="eager")',
        edits=(
            (
                'layer.compile(backend="eager")',
                'layers[number] = torch.compile(layer, backend="eager")',
            ),
        ),
        before=Figures(entries=0),
        before_on={"2.15": Figures(entries=2, recompiles=1)},
        after=Figures(entries=2, recompiles=1),
    ),
    Problem(
        name="whole_graph",
        threads="programming model: fullgraph=True",
        rule="compile-failed",
        cause="if y.sum() > 3:",
        edits=(
            (
                "    if y.sum() > 3:\n        y = y + 1\n",
                "    y = torch.where(y.sum() > 3, y + 1, y)\n",
            ),
        ),
        before=Figures(entries=0, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="kept_history",
        threads="programming model: recompilation",
        rule="container-grows",
        cause="if self.history:",
        edits=(
            (
                "        if self.history:\n            h = h + self.history[-1]\n"
                "        self.history.append(h.detach())\n        return h\n",
                "        return h\n",
            ),
            (
                "        y = compiled(",
                "        last = y if step else 0.0\n        y = last + compiled(",
            ),
        ),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=2, recompiles=1),
    ),
    Problem(
        name="cache_position",
        threads="vllm#27815; a cache that a module keeps",
        rule="changed-attribute",
        cause="self.position += x.shape[1]",
        edits=(
            (
                "self.position = start",
                'self.register_buffer("position", torch.tensor(start), '
                "persistent=False)",
            ),
        ),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=1),
    ),
    Problem(
        name="slot_cache",
        threads="tests/threads 207: a cache with a slot for each step",
        rule="number-index",
        cause="self.keys[:, self.filled] = key",
        edits=(
            (
                "self.keys[:, self.filled] = key",
                "self.keys.select(1, self.filled)[...] = key",
            ),
            *_UNSPEC,
        ),
        before=Figures(entries=7, recompiles=6),
        after=Figures(entries=2, recompiles=1),
        useless={"the setting alone": _UNSPEC},
    ),
    Problem(
        name="attacked_scores",
        threads="pytorch#131975",
        rule="unneeded-gradients",
        cause="return [score(batch).mean().item() for batch in batches]",
        edits=(("return [score(batch)", "return [score(batch.detach())"),),
        before=Figures(entries=2, recompiles=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="unread_lists",
        threads="mlcg#57",
        rule="equal-entries",
        cause="y = field(torch.full((2, 4), 0.5), lists_of(count))",
        edits=(
            (
                "lists_of(count))",
                '{k: v for k, v in lists_of(count).items() if k == "bonds"})',
            ),
        ),
        before=Figures(entries=4, recompiles=3),
        after=Figures(entries=1),
        also={
            "no guard on it": (
                (
                    'backend="eager")',
                    'backend="eager", options={"guard_filter_fn": lambda guards: '
                    '[one.name != "lists" for one in guards]})',
                ),
            )
        },
    ),
    Problem(
        name="cycled_momentum",
        threads="pytorch#133898",
        rule="scaled-term",
        cause="mixed = self.mean.mul(beta1).add(grad, alpha=1 - beta1)",
        edits=(
            (".add(grad, alpha=1 - beta1)", ".add(grad * (1 - beta1))"),
            ('backend="aot_eager")', 'backend="aot_eager", dynamic=True)'),
        ),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=1),
        useless={
            "the option alone": (
                ('backend="aot_eager")', 'backend="aot_eager", dynamic=True)'),
            )
        },
    ),
    Problem(
        name="forked_cache",
        threads="lerobot#3610",
        rule="compile-failed",
        cause="return copy.deepcopy(self)",
        edits=(
            (
                "return copy.deepcopy(self)",
                "return Cache([one.clone() for one in self.keys])",
            ),
        ),
        before=Figures(entries=0, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="own_generator",
        threads="pytorch#88576",
        rule="generator",
        cause="return torch.randn(x.shape, generator=self.generator)",
        edits=(
            ("def step(self, predicted, x):", "def step(self, predicted, x, noise):"),
            ("0.1 * self.noise_like(x)", "0.1 * noise"),
            ("def forward(self, x):", "def forward(self, x, noise):"),
            ("self.proj(x), x)", "self.proj(x), x, noise)"),
            ("denoise(x)", "denoise(x, model.schedule.noise_like(x))"),
        ),
        before=Figures(entries=4, breaks=3),
        after=Figures(entries=1),
    ),
    Problem(
        name="repeated_frame",
        threads="pytorch#111562",
        rule="repeated-item",
        cause="return torch.stack(frames).mean(0)",
        edits=(
            (
                "[first] * self.frames.maxlen",
                "first.clone() for _ in range(self.frames.maxlen)",
            ),
        ),
        before=Figures(entries=3, recompiles=2),
        after=Figures(entries=1),
    ),
    Problem(
        name="timer_context",
        threads="rl#3297",
        rule="timer",
        cause='with Timer("advantage"):',
        edits=(
            (
                'with Timer("advantage"):',
                "with nullcontext() if torch.compiler.is_compiling() else "
                'Timer("advantage"):',
            ),
            ("import time\n", "import time\nfrom contextlib import nullcontext\n"),
        ),
        before=Figures(entries=2, breaks=2),
        after=Figures(entries=1),
    ),
    Problem(
        name="swapped_classes",
        threads="pytorch#163329: blocks that are compiled one by one",
        rule="class-made-anew",
        cause="return x + self.up(x).relu()",
        edits=(
            (
                "def scaled_type(base)",
                "@functools.lru_cache(maxsize=None)\ndef scaled_type(base)",
            ),
            ("import torch\n", "import functools\n\nimport torch\n"),
        ),
        before=Figures(entries=4, recompiles=3),
        after=Figures(entries=1),
    ),
    Problem(
        name="two_conditions",
        threads="programming model: data-dependent control flow",
        rule="branch-on-tensor",
        cause="if x.min() < 0 and x.max() > 0:",
        edits=(
            (
                "    if x.min() < 0 and x.max() > 0:\n        x = x - x.min()\n",
                "    x = torch.where((x.min() < 0) & (x.max() > 0), x - x.min(), x)\n",
            ),
        ),
        before=Figures(entries=3, breaks=2),
        after=Figures(entries=1),
    ),
    Problem(
        name="kinds_of_two",
        threads="transformers#37908",
        rule="recompile-limit",
        cause="return F.dropout(ACTIVATIONS[name](x), rate)",
        edits=_config("recompile_limit = 32"),
        before=Figures(entries=8, recompiles=8, skipped=1),
        after=Figures(entries=12, recompiles=11),
    ),
    Problem(
        name="chunk_size",
        threads="programming model: recompilation",
        rule="varying-argument",
        cause="parts = [x[begin : begin + size].sum() for begin in range(0, 12, size)]",
        edits=(("    for size in (1, 2, 3, 4, 6, 12):", "    for size in (2, 12):"),),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=2, recompiles=1),
    ),
    Problem(
        name="mode_behind_switch",
        threads="programming model: recompilation",
        rule="text-is-static",
        cause='if mode.startswith("shift"):',
        edits=(
            ("def shifted(x, mode, flip):", "def shifted(x, moves, flip):"),
            ('    if mode.startswith("shift"):', "    if moves:"),
            ('f"shift_{number}",', 'f"shift_{number}".startswith("shift"),'),
        ),
        before=Figures(entries=8, recompiles=8, skipped=1),
        after=Figures(entries=2, recompiles=1),
    ),
    Problem(
        name="keyword_arguments",
        threads="transformers: models that take **kwargs",
        rule="",
        cause="x = x * kwargs[name]",
        edits=(),
        before=Figures(entries=3, recompiles=2),
        after=Figures(entries=3, recompiles=2),
    ),
    Problem(
        name="class_counter",
        threads="programming model: recompilation",
        rule="value-changes-each-call",
        cause="type(self).calls += 1",
        edits=(("    calls = 0", "    calls = torch.tensor(0)"),),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
    ),
    Problem(
        name="made_default",
        threads="programming model: recompilation",
        rule="varying-default",
        cause="return x.cumsum(0) / size",
        edits=(("size=width + 2", "size=torch.tensor(width + 2)"),),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
    ),
    Problem(
        name="changing_keys",
        threads="programming model: recompilation",
        rule="varying-keys",
        cause="return sum(value.mean() for value in losses.values())",
        edits=(
            ("for value in losses.values())", "for value in losses)"),
            (
                "total_loss(losses)\n    print",
                "total_loss(list(losses.values()))\n    print",
            ),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
    ),
    Problem(
        name="missing_types",
        threads="pyg-team/pytorch_geometric#10802",
        rule="varying-keys",
        cause="for kind, values in stores.items():",
        edits=(
            (
                "            stores[kind] = torch.randn(4)\n",
                "            stores[kind] = torch.randn(4)\n"
                "        else:\n"
                "            stores[kind] = torch.zeros(4)\n",
            ),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
    ),
    Problem(
        name="list_lengths",
        threads="programming model: recompilation",
        rule="varying-length",
        cause="return torch.stack(list(frames)).mean(0).relu()",
        edits=(
            ("torch.stack(list(frames))", "frames"),
            ("pooled(frames)\n    print", "pooled(torch.stack(frames))\n    print"),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=2, recompiles=1),
    ),
    Problem(
        name="many_functions",
        threads="programming model: recompilation",
        rule="recompile-limit",
        cause="return function(x) + 1",
        edits=_LIMIT,
        before=Figures(entries=8, recompiles=8, skipped=1),
        after=Figures(entries=10, recompiles=9),
    ),
    Problem(
        name="best_value",
        threads="programming model: graph breaks",
        rule="branch-on-tensor",
        cause="if loss < tracker.best:",
        edits=(
            (
                "    if loss < tracker.best:\n        tracker.best = float(loss)\n",
                "    tracker.best = torch.where(loss < tracker.best, loss, tracker.best)\n",
            ),
        ),
        before=Figures(entries=6, breaks=2, recompiles=2),
        after=Figures(entries=2, recompiles=1),
    ),
    Problem(
        name="settings_file",
        threads="programming model: graph breaks",
        rule="builtin",
        cause="with open(path) as file:",
        edits=(
            ("def scaled(x):", "def scaled(x, scale):"),
            ("    scale = read_scale(SETTINGS)\n", ""),
            ("scaled(torch.randn(8))", "scaled(torch.randn(8), read_scale(SETTINGS))"),
        ),
        before=Figures(entries=2, breaks=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="suppression_loop",
        threads="programming model: dynamic control flow",
        rule="tensor-as-number",
        cause="apart = distances(boxes[order], boxes[first])",
        edits=(("kept = torch.compile(kept", "distances = torch.compile(distances"),),
        before=Figures(entries=0, breaks=1, skipped=1),
        after=Figures(entries=2, recompiles=1),
    ),
    Problem(
        name="class_setting",
        threads="programming model: recompilation",
        rule="varying-class-attribute",
        cause="return self.proj(x) * self.strength",
        edits=(("    strength = 3", "    strength = torch.tensor(3)"),),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
    ),
    Problem(
        name="equal_at_first",
        threads="pytorch#150702; shared/problems 22",
        rule="equal-sizes",
        cause="y = compiled(torch.randn(height, width), torch.randn(2))",
        edits=(
            (
                "import torch\n\n\ndef place",
                "import torch\nimport torch.fx.experimental._config\n\n"
                "torch.fx.experimental._config.use_duck_shape = False\n\n\ndef place",
            ),
        ),
        before=Figures(entries=2, recompiles=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="static_options",
        threads="facebookresearch/sam2#517",
        rule="static-sizes",
        cause='OPTIONS = {"backend": "eager", "dynamic": False}',
        edits=(('"dynamic": False', '"dynamic": True'),),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=1),
        also={
            "torch decides": (('"dynamic": False', '"dynamic": None'),),
        },
    ),
    Problem(
        name="marked_targets",
        threads="pytorch#141034; torchtune",
        rule="marked-size-fixed",
        cause="torch._dynamo.mark_dynamic(targets, 0)",
        edits=(
            (
                "torch._dynamo.mark_dynamic(targets, 0)",
                "torch._dynamo.maybe_mark_dynamic(targets, 0)",
            ),
        ),
        before=Figures(entries=2, skipped=2),
        after=Figures(entries=2, recompiles=1),
        also={
            "both are marked": (
                (
                    "        torch._dynamo.mark_dynamic(targets, 0)\n",
                    "        torch._dynamo.mark_dynamic(targets, 0)\n"
                    "        torch._dynamo.mark_dynamic(logits, 0)\n",
                ),
            ),
        },
    ),
    Problem(
        name="untold_shape",
        threads="pytorch#121080; dgl graphbolt",
        rule="no-fake-implementation",
        cause="return doubled_rows(x).relu()",
        edits=(
            (
                "    return torch.cat([x, x])\n",
                "    return torch.cat([x, x])\n\n\n"
                "@doubled_rows.register_fake\n"
                "def _(x):\n"
                "    return x.new_empty(2 * x.shape[0], x.shape[1])\n",
            ),
        ),
        before=Figures(entries=0, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="sizes_together",
        threads="programming model: dynamic shapes",
        rule="varying-size",
        cause="y = model(x, mask)",
        edits=(
            (
                "        y = model(x, mask)",
                "        torch._dynamo.mark_dynamic(x, 0)\n"
                "        torch._dynamo.mark_dynamic(mask, 0)\n"
                "        y = model(x, mask)",
            ),
        ),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=1),
    ),
    Problem(
        name="early_return",
        threads="programming model: graph breaks",
        rule="branch-on-tensor",
        cause="if y.sum() > 0:",
        edits=(
            (
                "    if y.sum() > 0:\n        return y + 1\n    return y - x\n",
                "    return torch.where(y.sum() > 0, y + 1, y - x)\n",
            ),
        ),
        before=Figures(entries=3, breaks=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="library_branch",
        threads="programming model: graph breaks",
        rule="branch-on-tensor",
        cause="norm = get_total_norm(tensors, error_if_nonfinite=True)",
        edits=(("error_if_nonfinite=True", "error_if_nonfinite=False"),),
        before=Figures(entries=2, breaks=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="backend_made_anew",
        threads="pytorch#168373",
        rule="backend-made-anew",
        cause="compiled = torch.compile(scaled, backend=lambda module, ",
        edits=(
            (
                "    for _ in range(6):\n"
                "        compiled = torch.compile("
                "scaled, backend=lambda module, _inputs: module.forward)\n",
                "    compiled = torch.compile("
                "scaled, backend=lambda module, _inputs: module.forward)\n"
                "    for _ in range(6):\n",
            ),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
    ),
    Problem(
        name="lock_in_forward",
        threads="own: tests/threads 115",
        rule="unknown-context",
        cause="with self.lock:",
        edits=(
            (
                "with self.lock:",
                "with nullcontext() if torch.compiler.is_compiling() else self.lock:",
            ),
            (
                "import threading\n",
                "import threading\nfrom contextlib import nullcontext\n",
            ),
        ),
        before=Figures(entries=2, breaks=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="prefix_of_names",
        threads="own: tests/threads 114",
        rule="varying-text",
        cause='return {f"{prefix}/mean": x.mean(), f"{prefix}/std": x.std()}',
        edits=(
            ("def losses(x, prefix)", "def losses(x)"),
            ('f"{prefix}/mean"', '"mean"'),
            ('f"{prefix}/std"', '"std"'),
            (
                'losses(torch.arange(4.0), f"step_{step}")',
                "losses(torch.arange(4.0))\n"
                '        found = {f"step_{step}/{k}": v for k, v in found.items()}',
            ),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
    ),
    Problem(
        name="class_with_captured",
        threads="own: tests/threads 105",
        rule="class-made-anew",
        cause="return bias(x) + 1",
        edits=(
            ("def bound(", "@functools.lru_cache(maxsize=None)\ndef bound("),
            ("import torch\n", "import functools\n\nimport torch\n"),
        ),
        before=Figures(entries=4, recompiles=3),
        after=Figures(entries=1),
    ),
    Problem(
        name="class_number_in_min",
        threads="own: tests/threads 116",
        rule="varying-class-attribute",
        cause="return 0.5 + 0.5 * min(count, LONGEST) / LONGEST",
        edits=(
            ("def forward(self, x):", "def forward(self, x, scale):"),
            ("x * ramp(type(self).rounds)", "x * scale"),
            (
                "layer(torch.ones(4))",
                "layer(torch.ones(4), torch.tensor(ramp(Layer.rounds)))",
            ),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
        useless={
            "the number as a tensor": (("rounds = 0", "rounds = torch.tensor(0)"),),
        },
    ),
    Problem(
        name="label_in_property",
        threads="own: tests/threads 129",
        rule="varying-text",
        cause='return self.name.replace("/", "_")',
        edits=(
            ("def norms(x, step):", "def norms(x):"),
            ("return {step.label: x.norm()}", "return {'norm': x.norm()}"),
            (
                'norms(torch.arange(4.0), Step(f"noise/{number}"))',
                "norms(torch.arange(4.0))",
            ),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=1),
    ),
    Problem(
        name="registry_grows",
        threads="own: tests/threads 122",
        rule="growing-container",
        cause="y = applied(torch.arange(4.0))",
        edits=(
            (
                "        register(name, getattr(torch, name))\n        y = ",
                "        register(name, getattr(torch, name))\n    y = ",
            ),
        ),
        before=Figures(entries=4, recompiles=3),
        after=Figures(entries=1),
    ),
    Problem(
        name="same_at_first",
        threads="own: tests/threads 121",
        rule="",
        cause="return keys",
        edits=(),
        before=Figures(entries=2, recompiles=1),
        after=Figures(entries=2, recompiles=1),
    ),
    Problem(
        name="operator_under_name",
        threads="own: tests/threads 126",
        rule="no-fake-implementation",
        cause="return _halved(x)",
        edits=(
            (
                "    return x / 2\n",
                "    return x / 2\n\n\n"
                "@_halved.register_fake\ndef _(x):\n    return x / 2\n",
            ),
        ),
        before=Figures(entries=0, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="mark_by_name",
        threads="own: tests/threads 133",
        rule="marked-size-fixed",
        cause="mark_dynamic(x, dim)",
        edits=(("mark_dynamic(x, dim)", "torch._dynamo.maybe_mark_dynamic(x, dim)"),),
        before=Figures(entries=1, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="running_totals",
        threads="own: tests/threads 138",
        rule="tensor-as-number",
        cause="return values.tolist()",
        edits=(
            ("self.totals = [0, 0]", "self.totals = torch.zeros(2, dtype=torch.int64)"),
            (
                "self.totals = [a + b for a, b in zip(self.totals, row)]",
                "self.totals = self.totals + row",
            ),
            ("return values.tolist()", "return values"),
        ),
        before=Figures(entries=4, breaks=3),
        after=Figures(entries=1),
        useless={
            "capture_scalar_outputs": _config("capture_scalar_outputs = True"),
        },
    ),
    Problem(
        name="while_of_tensors",
        threads="own: tests/threads 139",
        rule="branch-on-tensor",
        cause='while t < settings["span"]:',
        edits=(("torch.tensor(value) for", "value for"),),
        before=Figures(entries=3, recompiles=1, breaks=2, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="registered_disabled",
        threads="own: tests/threads 146",
        rule="disabled-function",
        cause="x = second(x)",
        edits=(('@register("clip")', '@register("clip", traceable=True)'),),
        before=Figures(entries=2, breaks=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="size_from_index",
        threads="own: tests/threads 148",
        rule="tensor-as-number",
        cause="return int(index.max()) + 1",
        edits=(
            (
                "scatter_sum(torch.ones(4, 2), torch.tensor([0, 2, 1, 2]))",
                "scatter_sum(torch.ones(4, 2), torch.tensor([0, 2, 1, 2]), 3)",
            ),
            (
                "def scatter_sum(source, index):",
                "def scatter_sum(source, index, size):",
            ),
            ("size_of(index), source", "size, source"),
        ),
        before=Figures(entries=4, breaks=3),
        after=Figures(entries=1),
        also={"capture_scalar_outputs": _config("capture_scalar_outputs = True")},
    ),
    Problem(
        name="annealed_strength",
        threads="own: a class variable that is moved after each step",
        rule="varying-global",
        cause="if s == 0.0:",
        edits=(
            ("strength = 0.0", "strength = torch.tensor(0.0)"),
            (
                "cls.strength = min(1.0, cls.done / 6)",
                "cls.strength.fill_(min(1.0, cls.done / 6))",
            ),
            ("    if s == 0.0:\n        return soft\n", ""),
        ),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=1),
    ),
    Problem(
        name="checkpointed_state",
        threads="bitsandbytes#1917",
        rule="compile-failed",
        cause="state.dtype = x.dtype",
        edits=(
            ("state.dtype = x.dtype", "dtype = x.dtype"),
            ("x.to(state.dtype)", "x.to(dtype)"),
        ),
        before=Figures(entries=0, skipped=1),
        after=Figures(entries=1),
        also={
            "torch's setting": (
                (
                    "def main():",
                    "torch._dynamo.config.skip_fwd_side_effects_in_bwd_under_checkpoint"
                    " = True\n\n\ndef main():",
                ),
            )
        },
    ),
    Problem(
        name="jacobian_of_compiled",
        threads="pytorch#176077",
        rule="compile-failed",
        cause="return vmap(column)(torch.eye(len(y)))",
        edits=(
            (
                "def jacobian(fn, y):",
                '@torch.compile(backend="eager")\ndef jacobian(fn, y):',
            ),
        ),
        before=Figures(entries=0, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="default_device",
        threads="kornia#3797",
        rule="builtin",
        cause="else torch.get_default_device()",
        edits=(
            (
                "return found[0].device if found else torch.get_default_device()",
                "return found[0].device if found else DEVICE",
            ),
            (
                "def placement(",
                "DEVICE = torch.get_default_device()\n\n\ndef placement(",
            ),
        ),
        before=Figures(entries=5, breaks=3),
        after=Figures(entries=1),
    ),
    Problem(
        name="lengths_by_key",
        threads="torchrec#2306",
        rule="broken-at-first-use",
        cause="self.counts = self.lengths.view(len(self.keys), -1).sum(1).tolist()",
        edits=(("lengths, None", "lengths, None\n        self.length_per_key()"),),
        before=Figures(entries=2, breaks=2, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="answers_any_name",
        threads="pytorch#194323",
        rule="answered-names",
        cause="def __getattr__(self, name):",
        edits=(
            (
                "def __getattr__(self, name):",
                'def __getattr__(self, name):\n        if name.startswith("_"):'
                "\n            raise AttributeError(name)",
            ),
        ),
        before=Figures(entries=0, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="dict_attributes",
        threads="pytorch#141138",
        rule="borrowed-method",
        cause="total = chunk + state.tail",
        edits=(
            (
                "__getattr__ = dict.__getitem__",
                "def __getattr__(self, name):\n        return self[name]\n",
            ),
            (
                "__setattr__ = dict.__setitem__",
                "def __setattr__(self, name, value):\n        self[name] = value",
            ),
        ),
        before=Figures(entries=1, breaks=3, skipped=2),
        after=Figures(entries=1),
    ),
    Problem(
        name="weak_owner",
        threads="pytorch-lightning#16727",
        rule="compile-failed",
        cause="return (x / self.owner.heat()).sum()",
        edits=(
            ("self.owner = weakref.proxy(owner)", "self.owner = weakref.ref(owner)"),
            ("self.owner.heat()", "self.owner().heat()"),
        ),
        before=Figures(entries=0, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="index_objects",
        threads="pytorch#196172",
        rule="compile-failed",
        cause="head = x[:, : self.lead].mean()",
        edits=(("self.lead = lead", "self.lead = int(lead)"),),
        before=Figures(entries=0, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="created_namespace",
        threads="pytorch#193719",
        rule="created-namespace",
        cause="return SimpleNamespace(**fields)",
        edits=(
            (
                "from types import SimpleNamespace\n",
                "class Fields:\n    def __init__(self, **fields):\n"
                "        self.__dict__.update(fields)\n\n",
            ),
            ("return SimpleNamespace(", "return Fields("),
        ),
        before=Figures(entries=4, breaks=3),
        after=Figures(entries=1),
    ),
    Problem(
        name="metadata_names",
        threads="pytorch#130780",
        rule="subclass-metadata",
        cause='return ["codes"], (self.scale, self.first_row)',
        edits=(
            (
                "    @staticmethod\n    def __tensor_unflatten__",
                "    @classmethod\n    def __metadata_guard__(cls, old, new):\n"
                "        return old[0] == new[0]\n\n"
                "    @staticmethod\n    def __tensor_unflatten__",
            ),
        ),
        before=Figures(entries=3, recompiles=2),
        after=Figures(entries=1),
    ),
    Problem(
        name="data_store",
        threads="pytorch#139152",
        rule="data-store",
        cause="out.data = hard.detach()",
        edits=(
            ("    out.data = hard.detach()\n", ""),
            ("out = soft.clone()", "out = soft + (hard - soft).detach()"),
        ),
        before=Figures(entries=3, breaks=2),
        after=Figures(entries=1),
    ),
    Problem(
        name="ablated_blocks",
        threads="pytorch#124717",
        rule="flag-of-each",
        cause="if self.disabled:",
        edits=(
            ("self.disabled = False", "self.disabled = torch.tensor(False)"),
            ("block.disabled = True", "block.disabled = torch.tensor(True)"),
            ("block.disabled = False", "block.disabled = torch.tensor(False)"),
            (
                "        if self.disabled:\n            return x + out\n"
                "        return x + out * self.scale\n",
                "        part = out * self.scale\n"
                "        return x + torch.where(self.disabled, out, part)\n",
            ),
        ),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=1),
    ),
    Problem(
        name="matte_sizes",
        threads="pytorch#139474",
        rule="twin-number",
        cause="self.height, self.width = picture.shape[-2:]",
        edits=(("size=(self.height, self.width)", "size=picture.shape[-2:]"),),
        before=Figures(entries=4, recompiles=3),
        after=Figures(entries=2, recompiles=1),
        also={"integers": _config("allow_unspec_int_on_nn_module = True")},
    ),
    Problem(
        name="sorted_stages",
        threads="pytorch#185999",
        rule="sorted-by-tensor",
        cause="return sorted(stages, key=lambda stage: stage.weight, reverse=True)",
        edits=(("weight = torch.tensor(value)", "weight = value"),),
        before=Figures(entries=2, breaks=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="size_selects",
        threads="pytorch#149908",
        rule="selecting-number",
        cause="return STAGGER[frames % 4]",
        edits=(
            (
                "STAGGER = (0.0, 0.5, 0.125, 0.625)",
                "STAGGER = torch.tensor([0.0, 0.5, 0.125, 0.625])",
            ),
        ),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=2, recompiles=1),
    ),
    Problem(
        name="key_objects",
        threads="pytorch#138226",
        rule="key-object",
        cause="return self.tables[spec]",
        edits=(
            ("if spec not in self", "if (spec.kind, spec.size) not in self"),
            ("self.tables[spec] = ", "self.tables[spec.kind, spec.size] = "),
            ("return self.tables[spec]", "return self.tables[spec.kind, spec.size]"),
        ),
        before=Figures(entries=4, recompiles=3),
        after=Figures(entries=1),
    ),
    Problem(
        name="key_order",
        threads="pytorch#124779",
        rule="key-order",
        cause="for name, column in ids.items():",
        edits=(("in columns.items()}", "in sorted(columns.items())}"),),
        before=Figures(entries=4, recompiles=3),
        after=Figures(entries=1),
    ),
    Problem(
        name="boxes_by_mask",
        threads="vision#9518",
        rule="data-dependent-size",
        cause="shared[meets] = (right - left)[meets] * 2",
        edits=(
            (
                "shared[meets] = (right - left)[meets] * 2",
                "shared = torch.where(meets, (right - left) * 2, shared)",
            ),
        ),
        before=Figures(entries=4, recompiles=1, breaks=2),
        after=Figures(entries=1),
    ),
    Problem(
        name="lazy_offsets",
        threads="torchrec#3769",
        rule="made-at-first-use",
        cause="if self._offsets is None:",
        edits=(
            (
                "        self._offsets = None\n",
                "        self._offsets = None\n        self.offsets()\n",
            ),
        ),
        before=Figures(entries=2, recompiles=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="passed_by_star",
        threads="transformers#32227",
        rule="varying-strides",
        cause="out = self.step(*self.inputs(mask), 0.5)",
        edits=(("positions[:, -1:]", "positions[:, -1:].contiguous()"),),
        before=Figures(entries=4, recompiles=3),
        after=Figures(entries=1),
    ),
    Problem(
        name="drawn_inside",
        threads="pytorch#146340",
        rule="compile-failed",
        cause="high, low = next(self.upcoming)",
        edits=(
            ("def _step(self, x):", "def _step(self, x, high, low):"),
            ("        high, low = next(self.upcoming)\n", ""),
            ("sampler.step(x)", "sampler.step(x, *next(sampler.upcoming))"),
        ),
        before=Figures(entries=0, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="item_numbers",
        threads="vllm#27178",
        rule="",
        cause="return sum((x >= start).sum() for start in starts)",
        edits=(),
        before=Figures(entries=3, recompiles=2),
        after=Figures(entries=3, recompiles=2),
    ),
    Problem(
        name="squeezed_fields",
        threads="NVIDIA/torch-harmonics#209",
        rule="squeezed-sizes",
        cause="return field.squeeze() + 1",
        edits=(("field.squeeze()", "field.flatten(0, -3)"),),
        before=Figures(entries=3, recompiles=2),
        after=Figures(entries=2, recompiles=1),
    ),
    Problem(
        name="frozen_roles",
        threads="pytorch#141589",
        rule="frozen-parameters",
        cause="parameter.requires_grad_(False)",
        edits=(("parameter.requires_grad_(False)", "pass"),),
        before=Figures(entries=3, recompiles=2),
        after=Figures(entries=1),
    ),
    Problem(
        name="fake_parameters",
        threads="pytorch#181851",
        rule="compile-failed",
        cause="return envelope(waves, 2, 0.25) + 1",
        edits=(("def _(waves, hop):", "def _(waves, hop, decay=0.5):"),),
        before=Figures(entries=0, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="partial_methods",
        threads="pytorch#185739",
        rule="equal-entries",
        cause="return torch.relu(self.up(x))",
        edits=(
            ("functools.partial(aligned, module)", "types.MethodType(aligned, module)"),
            ("import functools", "import types"),
        ),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=1),
    ),
    Problem(
        name="new_parameter",
        threads="pytorch#157452",
        rule="rewritten-call",
        cause="return torch.nn.Parameter(x, requires_grad=False)",
        edits=(("torch.nn.Parameter(x, requires_grad=False)", "x.detach()"),),
        before=Figures(entries=2, breaks=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="numpy_keys",
        threads="mujoco-torch#85",
        rule="compile-failed",
        cause="for level, chosen in tree.levels.items():",
        edits=(("in np.unique(depth)}", "in np.unique(depth).tolist()}"),),
        before=Figures(entries=0, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="kept_parameters",
        threads="pytorch#111562",
        rule="kept-parameters",
        cause="pull = sum(",
        edits=(
            (
                "dict(model.named_parameters())",
                "{k: v.detach().clone() for k, v in model.named_parameters()}",
            ),
        ),
        before=Figures(entries=2, recompiles=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="tagged_tensor",
        threads="MIPCandy#189",
        rule="subclass-hook",
        cause="out.__dict__.update(source.__dict__)",
        edits=(("compiled(images,", "compiled(images.as_subclass(torch.Tensor),"),),
        before=Figures(entries=1, breaks=1, skipped=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="transposed_call",
        threads="kornia#3788",
        rule="varying-strides",
        cause="f = self.softmin(cost.T, f)",
        edits=(("self.softmin(cost.T, f)", "self.softmin(cost.T.contiguous(), f)"),),
        before=Figures(entries=2, recompiles=1),
        after=Figures(entries=1),
    ),
    Problem(
        name="swapped_adapters",
        threads="peft#2177",
        rule="parameter-sizes",
        cause="print(name, compiled(torch.ones(2, 8)).sum().item())",
        edits=(
            (
                "layer.up.data = self.weights[name]",
                "new = self.weights[name]\n        layer.up.data = "
                "torch.nn.functional.pad(new, (0, 4 - new.shape[1]))",
            ),
        ),
        before=Figures(entries=3, recompiles=2),
        after=Figures(entries=1),
    ),
    Problem(
        name="episode_lists",
        threads="pytorch#93724",
        rule="growing-container",
        cause="self.rewards.append(reward)",
        edits=(
            ("        self.episode.note(action.sum(), action.std())\n", ""),
            (
                "        action = agent.act(torch.full((3,), 0.1 * step))\n",
                "        action = agent.act(torch.full((3,), 0.1 * step))\n"
                "        agent.episode.note(action.sum(), action.std())\n",
            ),
        ),
        before=Figures(entries=5, recompiles=4),
        after=Figures(entries=1),
    ),
    Problem(
        name="stride_buffers",
        threads="pytorch#179640",
        rule="number-as-tensor",
        cause="if extra > 0:",
        edits=(
            (
                'self.register_buffer("stride", torch.tensor(stride), persistent=False)',
                "self.stride = stride",
            ),
            (
                'self.register_buffer("span", torch.tensor(kernel - stride), '
                "persistent=False)",
                "self.span = kernel - stride",
            ),
        ),
        before=Figures(entries=4, breaks=2),
        after=Figures(entries=1),
    ),
    Problem(
        name="packed_lengths",
        threads="VeOmni#410",
        rule="varying-length",
        cause="pieces = torch.split(hidden, batch.lengths)",
        edits=(
            ("lengths: list", "rows: torch.Tensor"),
            (
                "lengths=list(sizes)",
                "rows=torch.arange(len(sizes)).repeat_interleave(torch.tensor(sizes))",
            ),
            (
                "    pieces = torch.split(hidden, batch.lengths)\n"
                "    return torch.stack([piece.mean(dim=0) for piece in pieces])",
                "    sums = hidden.new_zeros(batch.labels.shape[0], hidden.shape[1])\n"
                "    sums = sums.index_add(0, batch.rows, hidden)\n"
                "    ones = torch.ones_like(hidden[:, 0])\n"
                "    number = hidden.new_zeros(batch.labels.shape[0])\n"
                "    number = number.index_add(0, batch.rows, ones)\n"
                "    return sums / number.unsqueeze(1)",
            ),
        ),
        before=Figures(entries=4, recompiles=3),
        after=Figures(entries=2, recompiles=1),
    ),
    Problem(
        name="unwrapped_boxes",
        threads="pytorch#129651",
        rule="compile-failed",
        cause="return boxes.as_subclass(torch.Tensor)",
        edits=(("loss(boxes, torch.rand", "loss(plain(boxes), torch.rand"),),
        before=Figures(entries=0),
        after=Figures(entries=1),
    ),
    Problem(
        name="passed_generator",
        threads="pytorch#93737",
        rule="foreign-generator",
        cause="for count, part in enumerate(parts, start=1):",
        edits=(("loss(parts, 0.5)", "loss(list(parts), 0.5)"),),
        before=Figures(entries=2, breaks=2, skipped=2),
        after=Figures(entries=1),
    ),
    Problem(
        name="cached_sizes",
        threads="pytorch#149929",
        rule="cached-property",
        cause="return x.view(x.shape[0], self.config.heads, self.config.head_dim)",
        edits=(
            (
                "@cached_property\n    def head_dim",
                "@property\n    def head_dim",
            ),
            ("@cached_property\n    def scale", "@property\n    def scale"),
        ),
        before=Figures(entries=3, breaks=2),
        after=Figures(entries=1),
    ),
    Problem(
        name="counted_relations",
        threads="pytorch_geometric#8783",
        rule="tensor-for-number",
        cause="for each in range(count):",
        edits=(("count = relation.max() + 1", "count = (relation.max() + 1).item()"),),
        before=Figures(entries=6, recompiles=2, breaks=3),
        after=Figures(entries=1),
    ),
    Problem(
        name="frame_cache",
        threads="parler-tts#89",
        rule="growing-container",
        cause="self.keys[layer].append(key)",
        edits=(
            (
                "self.keys[layer].append(key)",
                "self.keys[layer][:] = [torch.cat([*self.keys[layer], key], dim=1)]",
            ),
            (
                "self.values[layer].append(value)",
                "self.values[layer][:] = [torch.cat([*self.values[layer], value], dim=1)]",
            ),
        ),
        before=Figures(entries=6, recompiles=5),
        after=Figures(entries=3, recompiles=2),
    ),
)
