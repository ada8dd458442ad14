"""Values for programs that use older depyf: the dump directory and Inductor's loader.

`data` is filled while a `prepare_debug` block is open:

* `data["dump_src_dir"]`: the directory of the innermost block;
* `data["unpatched_load_by_key_path"]`: Inductor's function for loading a module.
"""

from __future__ import annotations

from depyf.workflow import legacy_data

data: dict[str, object] = legacy_data()
