"""`python -m depyf`: the same as the `depyf` command."""

from __future__ import annotations

import sys

from depyf.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
