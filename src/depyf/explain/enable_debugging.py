"""The hook that loads Inductor's modules during a capture; others may replace it.

Inside a `prepare_debug` block every load of a generated module calls whatever
`patched_load_by_key_path` names at that moment.
"""

from __future__ import annotations

from depyf.workflow import load_kernel_module as patched_load_by_key_path

__all__ = ["patched_load_by_key_path"]
