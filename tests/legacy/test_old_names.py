"""The names that existing programs import, used the way those programs use them."""

from __future__ import annotations

import functools
import inspect
import types

import pytest

import depyf


def add(a, b=1):
    return a + b


class Adder:
    def __call__(self, x):
        return x + 1

    def method(self, x):
        return x + 2


class Model:
    """Shaped like a torch module: calling it ends in `forward`."""

    def __call__(self, *args):
        return self.forward(*args)

    def forward(self, x):
        return x + 3


@functools.lru_cache(maxsize=None)
def cached(x):
    return x + 4


class TestUtils:
    @pytest.mark.parametrize(
        ("target", "owner"),
        [
            (add, add),
            (Adder().method, Adder.method),
            (Adder(), Adder.__call__),
            (Model(), Model.forward),
            (Model().forward, Model.forward),
            (functools.partial(add, 1), add),
            (functools.partial(functools.partial(Adder().method), 1), Adder.method),
            (cached, cached.__wrapped__),
        ],
        ids=[
            "function",
            "method",
            "callable object",
            "module",
            "bound forward",
            "partial",
            "partial of partial of method",
            "lru_cache",
        ],
    )
    def test_get_code_owner_finds_the_function_that_runs(self, target, owner):
        from depyf.utils import get_code_owner

        assert get_code_owner(target) is owner

    def test_the_code_of_the_owner_can_be_replaced(self):
        from depyf.utils import get_code_owner

        class Local:
            def value(self):
                return 1

        def other(self):
            return 2

        local = Local()
        get_code_owner(local.value).__code__ = other.__code__
        assert local.value() == 2

    @pytest.mark.parametrize("target", [len, int, 3, None])
    def test_get_code_owner_returns_what_has_no_python_code(self, target):
        from depyf.utils import get_code_owner

        assert get_code_owner(target) is target

    def test_collect_all_code_objects_reaches_every_nesting_level(self):
        from depyf.utils import collect_all_code_objects

        module = compile(
            "def f():\n    class C:\n        def g(self):\n            pass\n",
            "<test>",
            "exec",
        )
        names = [code.co_name for code in collect_all_code_objects(module)]
        assert names == ["<module>", "f", "C", "g"]

    def test_safe_create_directory_makes_parents_and_may_be_repeated(self, tmp_path):
        from depyf.utils import safe_create_directory

        path = tmp_path / "a" / "b"
        safe_create_directory(str(path))
        safe_create_directory(path)
        assert path.is_dir()

    def test_safe_create_directory_refuses_a_file(self, tmp_path):
        from depyf.utils import safe_create_directory

        path = tmp_path / "file"
        path.write_text("")
        with pytest.raises(FileExistsError):
            safe_create_directory(path)

    def test_decompile_ensure_gives_the_source_under_the_name_asked_for(self):
        from depyf.utils import decompile_ensure

        namespace = {}
        exec(decompile_ensure(add.__code__, overwite_fn_name="renamed"), namespace)
        assert namespace["renamed"](2, 3) == 5

    def test_decompile_ensure_gives_python_where_there_is_no_code(self):
        from depyf.utils import decompile_ensure

        text = decompile_ensure(len)
        assert "Failed to decompile" in text
        compile(text, "<test>", "exec")


class TestDecompiler:
    def test_decompile_takes_its_old_arguments(self):
        signature = inspect.signature(depyf.Decompiler.decompile)
        defaults = {
            name: parameter.default
            for name, parameter in signature.parameters.items()
            if name != "self"
        }
        assert defaults == {
            "indentation": 4,
            "temp_prefix": "__temp_",
            "overwite_fn_name": None,
        }

    @pytest.mark.parametrize("target", [add, add.__code__, functools.partial(add, 1)])
    def test_decompile_gives_source_that_does_the_same(self, target):
        namespace = {}
        exec(depyf.Decompiler(target).decompile(overwite_fn_name="again"), namespace)
        assert namespace["again"](2, 3) == 5

    def test_decompile_and_depyf_decompile_agree(self):
        assert depyf.Decompiler(add).decompile() == depyf.decompile(add)
        code = add.__code__
        assert depyf.Decompiler(code).decompile() == depyf.decompile(code)

    @pytest.mark.parametrize("spaces", [2, 8])
    def test_indentation_changes_the_layout_and_nothing_else(self, spaces):
        def nested(items):
            found = []
            for item in items:
                if item:
                    found.append(item)
                else:
                    found.append("a\n    b")
            return found

        source = depyf.Decompiler(nested.__code__).decompile(indentation=spaces)
        indents = {len(line) - len(line.lstrip(" ")) for line in source.splitlines()}
        assert min(indents - {0}) == spaces
        namespace = {}
        exec(source, namespace)
        assert namespace["nested"]([0, 1]) == ["a\n    b", 1]

    def test_supported_opnames_are_those_of_this_python(self):
        import dis

        names = depyf.Decompiler.supported_opnames()
        assert "RETURN_VALUE" in names
        assert set(names) <= set(dis.opmap)

    def test_decompilation_error_is_where_it_was(self):
        from depyf.decompiler import DecompilationError

        assert DecompilationError is depyf.DecompilationError
        with pytest.raises(DecompilationError):
            depyf.decompile(len)

    def test_decompile_and_compile_like_gives_working_code(self):
        code = depyf.Decompiler.decompile_and_compile_like(add.__code__, add.__code__)
        function = types.FunctionType(code, {}, "add", (1,))
        assert code.co_name == "add"
        assert function(2) == 3

    def test_decompile_and_compile_like_keeps_the_free_variables(self):
        first, second = 1, 2

        def outer(x):
            return x + first * second

        code = depyf.Decompiler.decompile_and_compile_like(
            outer.__code__, outer.__code__
        )
        assert code.co_freevars == outer.__code__.co_freevars
        assert types.FunctionType(code, {}, "f", None, outer.__closure__)(1) == 3

    def test_a_file_template_gets_the_source_under_the_stem_of_the_file(self, tmp_path):
        template = str(tmp_path / "__transformed_code_%s_for_add.py")
        code = depyf.Decompiler.decompile_and_compile_like(
            add.__code__, add.__code__, filepath_template=template
        )
        path = tmp_path / "__transformed_code_0_for_add.py"
        assert code.co_filename == str(path)
        assert "def __transformed_code_0_for_add(" in path.read_text()
        assert types.FunctionType(code, {}, "add", (1,))(2) == 3

    def test_a_file_with_the_same_text_is_used_again(self, tmp_path):
        template = str(tmp_path / "code_%s.py")
        for function in (add, add, cached.__wrapped__):
            depyf.Decompiler.decompile_and_compile_like(
                function.__code__, function.__code__, filepath_template=template
            )
        assert sorted(p.name for p in tmp_path.iterdir()) == ["code_0.py", "code_1.py"]


class TestExplain:
    def test_the_package_is_a_function_too(self):
        import depyf.explain
        import depyf.explain.utils

        assert callable(depyf.explain)
        assert isinstance(depyf.explain, types.ModuleType)

    def test_write_code_to_file_template_numbers_texts(self, tmp_path):
        from depyf.explain.utils import write_code_to_file_template

        template = str(tmp_path / "k.kernel_%s.py")
        first = write_code_to_file_template("a = 1\n", template)
        again = write_code_to_file_template("a = 1\n", template)
        other = write_code_to_file_template("a = 2\n", template)
        assert first == again == str(tmp_path / "k.kernel_0.py")
        assert other == str(tmp_path / "k.kernel_1.py")

    def test_the_hook_takes_every_keyword(self):
        from depyf.explain import enable_debugging

        hook = enable_debugging.patched_load_by_key_path
        kinds = {p.kind for p in inspect.signature(hook).parameters.values()}
        assert inspect.Parameter.VAR_KEYWORD in kinds

    def test_data_is_a_plain_dictionary(self):
        from depyf.explain.global_variables import data

        assert type(data) is dict


class TestPrepareDebug:
    def test_arguments_are_those_of_old(self):
        names = list(inspect.signature(depyf.prepare_debug).parameters)
        assert names[:3] == ["dump_src_dir", "clean_wild_fx_code", "log_bytecode"]

    def test_the_obsolete_form_says_what_to_write(self, tmp_path):
        with pytest.raises(RuntimeError, match="prepare_debug"):
            depyf.prepare_debug(add, str(tmp_path)).__enter__()
