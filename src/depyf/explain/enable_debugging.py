"""The function that loads Inductor's modules in a capture; programs may replace it.

Inside a `prepare_debug` block, each load of a generated module calls the current value
of `patched_load_by_key_path`.
"""

from __future__ import annotations

from depyf.workflow import load_kernel_module as patched_load_by_key_path

__all__ = ["patched_load_by_key_path"]
