"""Uses an installed depyf, as a program that type checkers look at; see noxfile.py."""

from __future__ import annotations

from pathlib import Path

import depyf


def greet(names: list[str]) -> list[str]:
    """Says hello to each."""
    return [f"hello {name}" for name in names if name]


text: str = depyf.decompile(greet)
result: depyf.Decompiled = depyf.decompile_code(greet)
assert text == result.source
assert result.quality.value == "exact"
installed = Path(depyf.__file__).parent
assert "site-packages" in installed.parts, installed
assert (installed / "py.typed").is_file()
assert (installed / "render" / "assets" / "report.js").is_file()
