"""The reference of the API holds every public name, with what its docstring says."""

from __future__ import annotations

import depyf
from tests.docs.api_reference import CAPTURE, COMPILED, DECOMPILE, api_compiled

MODULES = {"explain"}


def test_every_public_name_has_a_section():
    listed = {*CAPTURE, *COMPILED, *DECOMPILE}
    assert set(depyf.__all__) - {"__version__", *MODULES} <= listed


def test_signature_arguments_and_exceptions_are_there():
    text = api_compiled()
    section = text[text.index("### depyf.check\n") :]
    assert "depyf.check(fn: object, /, *args: object, **kwargs: object) -> Check" in (
        section
    )
    assert "\n\n**Arguments**\n\n- `fn`: " in section
    assert "\n**Raises**\n\n- `TypeError`: `fn` " in section
    assert "also: Sequence[tuple[Any, ...] | dict[str, Any]] = ()," in section
