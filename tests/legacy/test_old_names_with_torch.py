"""What inference servers and tutorials do with the old names around torch."""

from __future__ import annotations

from pathlib import Path

import pytest

import depyf

pytestmark = pytest.mark.torch
torch = pytest.importorskip("torch")


@pytest.fixture(autouse=True)
def fresh_dynamo():
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


@pytest.fixture
def original_hook():
    """Puts depyf's own hook back after a test that assigns one."""
    from depyf.explain import enable_debugging

    hook = enable_debugging.patched_load_by_key_path
    yield hook
    enable_debugging.patched_load_by_key_path = hook


def module_loader():
    from torch._inductor.codecache import PyCodeCache

    return PyCodeCache


def accepts_set_sys_modules():
    import inspect

    signature = inspect.signature(module_loader().load_by_key_path)
    return "set_sys_modules" in signature.parameters


class TestLoadingModules:
    def test_a_module_loaded_in_the_block_works_and_is_dumped(self, tmp_path):
        loader = module_loader()
        with depyf.prepare_debug(str(tmp_path)):
            key, path = loader.write("value = 3\n")
            module = loader.load_by_key_path(key, path)
        assert module.value == 3
        dumped = list(tmp_path.rglob("*.kernel_*.py"))
        assert any("value = 3" in file.read_text() for file in dumped)

    def test_keywords_reach_inductor(self, tmp_path):
        import sys

        if not accepts_set_sys_modules():
            pytest.skip("this torch has no such keyword")
        loader = module_loader()
        with depyf.prepare_debug(str(tmp_path)):
            key, path = loader.write("value = 5\n")
            module = loader.load_by_key_path(key, path, set_sys_modules=False)
            registered = module.__name__ in sys.modules
        assert not registered

    def test_an_assigned_hook_is_the_one_that_is_called(self, tmp_path, original_hook):
        from depyf.explain import enable_debugging
        from depyf.explain.global_variables import data
        from depyf.explain.utils import (
            get_current_compiled_fn_name,
            write_code_to_file_template,
        )

        calls = []

        def load_by_key_path(key, path, linemap=None, attrs=None, **kwargs):
            calls.append(key)
            stem = get_current_compiled_fn_name() + ".kernel_%s.py"
            dumped = write_code_to_file_template(
                Path(path).read_text(), str(Path(data["dump_src_dir"]) / stem)
            )
            return data["unpatched_load_by_key_path"](
                key, dumped, linemap, attrs, **kwargs
            )

        enable_debugging.patched_load_by_key_path = load_by_key_path
        loader = module_loader()
        with depyf.prepare_debug(str(tmp_path)):
            key, path = loader.write("value = 7\n")
            module = loader.load_by_key_path(key, path)
            assert enable_debugging.patched_load_by_key_path is load_by_key_path
        assert module.value == 7
        assert calls == [key]
        assert list(tmp_path.rglob("*.kernel_*.py"))
        before = list(calls)
        loader.load_by_key_path(*loader.write("value = 8\n"))
        assert calls == before, "outside the block the hook is not called"

    def test_nothing_is_patched_after_the_block(self, tmp_path):
        loader = module_loader()
        before = loader.__dict__["load_by_key_path"]
        with depyf.prepare_debug(str(tmp_path)):
            pass
        assert loader.__dict__["load_by_key_path"] is before


class TestEntering:
    def test_prepare_debug_works_without_with(self, tmp_path):
        @torch.compile(backend="eager")
        def forward(x):
            return x + 1

        context = depyf.prepare_debug((tmp_path / "rank_0_dp_0").as_posix())
        context.__enter__()
        forward(torch.ones(3))
        context.__exit__(None, None, None)
        directory = tmp_path / "rank_0_dp_0"
        files = list(directory.glob("__transformed_code*for_forward.py"))
        assert len(files) == 1
        parts = files[0].name.replace(".", "_").split("_")
        assert next(int(part) for part in parts if part.isdigit()) == 0

    def test_names_handed_to_lazy_format_graph_code_become_files(self, tmp_path):
        from torch._dynamo.utils import lazy_format_graph_code

        def backend(graph_module, inputs):
            lazy_format_graph_code("before split", graph_module)
            lazy_format_graph_code("post_grad.0.SomePass.before", graph_module)
            return graph_module.forward

        @torch.compile(backend=backend)
        def forward(x):
            return x + 1

        with depyf.prepare_debug(str(tmp_path)):
            forward(torch.ones(3))
        names = [path.name for path in tmp_path.iterdir()]
        assert any(".before_split." in name for name in names)
        assert any(".post_grad.0.SomePass.before." in name for name in names)

    def test_dump_src_tells_of_a_function_that_was_compiled(self):
        from depyf.explain import dump_src

        @torch.compile(backend="eager")
        def toy(x):
            return x + 1

        toy(torch.ones(3))
        text = dump_src(toy)
        assert "def __transformed_code_0_for_toy(" in text
        compile(text, "<dump_src>", "exec")


class TestCustomDispatcher:
    @pytest.fixture
    def model_class(self):
        from depyf.optimization import TorchCompileWrapperWithCustomDispatcher

        class Model(TorchCompileWrapperWithCustomDispatcher):
            def __init__(self, scale, use_custom_dispatcher=True):
                self.scale = scale
                compiled = torch.compile(self.forward, backend="eager")
                super().__init__(compiled, use_custom_dispatcher)

            def forward(self, x):
                return x * self.scale

            def __call__(self, x, index=None):
                if index is None:
                    return self.compiled_callable(x)
                with self.dispatch_to_code(index):
                    return self.forward(x)

        return Model

    def test_each_object_collects_its_own_versions(self, model_class):
        first, second = model_class(2), model_class(3)
        x = torch.ones(2)
        assert first(x)[0] == 2
        assert second(x)[0] == 3
        assert len(first.compiled_codes) == len(second.compiled_codes) == 1

    def test_dispatch_runs_the_chosen_version_and_restores_the_method(
        self, model_class
    ):
        model = model_class(2)
        model(torch.ones(2))
        original = model_class.forward.__code__
        assert original is model.original_code_object
        with model.dispatch_to_code(0):
            assert model_class.forward.__code__ is model.compiled_codes[0]
        assert model_class.forward.__code__ is original
        assert model(torch.ones(2), 0)[1] == 2

    def test_without_custom_dispatcher_nothing_is_collected(self, model_class):
        model = model_class(2, use_custom_dispatcher=False)
        model(torch.ones(2))
        assert model.compiled_codes == []

    def test_the_hook_goes_when_the_object_goes(self, model_class):
        import gc

        from torch._dynamo import convert_frame

        gc.collect()  # what earlier tests left behind takes its hooks along
        before = len(convert_frame._bytecode_hooks)
        model = model_class(2)
        assert len(convert_frame._bytecode_hooks) == before + 1
        del model
        torch._dynamo.reset()
        gc.collect()
        assert len(convert_frame._bytecode_hooks) == before
