"""Unpacks what is kept of a model's dump, to read it: `python -m gallery.show NAME`."""

from __future__ import annotations

import sys
from pathlib import Path

from gallery.pack import FOLDER, unpacked


def main(arguments: list[str]) -> int:
    """Unpacks a model into the folder that is named second, `NAME` by default."""
    known = sorted(path.name.partition(".")[0] for path in FOLDER.glob("*.tar.xz"))
    if not arguments or arguments[0] not in known:
        print(f"which of these? {' '.join(known)}", file=sys.stderr)
        return 2
    target = Path(arguments[1] if arguments[1:] else arguments[0])
    for name, text in unpacked(FOLDER / f"{arguments[0]}.tar.xz").items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(text, encoding="utf-8")
    for index in sorted(target.glob("*/index.md")):
        print(f"open {index} first")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
