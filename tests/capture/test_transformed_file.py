"""The text of a transformed file is the same in every run."""

from __future__ import annotations

from depyf.capture import transformed_file


def test_names_of_one_line_stand_in_the_order_of_the_text():
    """They come from a set, whose order is another one in each process."""
    names = [f"item_{number}" for number in range(6)]
    source = f"{', '.join(names)}, x = f()\n"
    (line,) = transformed_file._temporaries(source, {"x"})
    assert line.endswith(f": {', '.join(names)}.")
