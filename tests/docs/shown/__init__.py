"""What pages of the walk-through show: made by running their programs.

    python -m tests.docs.shown [PAGE ...]      writes it anew (torch 2.13, CPython 3.11)

A page holds marks, each a comment in a line of its own. What follows up to the line
`<!-- end -->` is generated; a test compares.

    <!-- program NAME.py -->                   the text of examples/walk_through/NAME.py
    <!-- run B = NAME.py ARGUMENTS | ... -->   a run called B; shows the change, if any
    <!-- output B -->                          what run B printed; `stderr`: there, too
    <!-- file B: GLOB | ... -->                a file of its dump, or a part of it
    <!-- command B: depyf ... -->              what a command prints in its folder
    <!-- session NAME.pdb | ... -->            what a debugger says to a file's lines
    <!-- picture B: KIND NAME -->              a drawing of its dump

A run that is called as a program (`<!-- file NAME: ... -->`) needs no mark of its own.

Of a run: `edit OLD -> NEW` changes each place that reads OLD, `append LINE` adds a line
(both may stand between backquotes, `\\n` is the end of a line); `env NAME=VALUE`;
`ranks N`; `fresh cache` (one that holds nothing, also for runs that come `after B`,
which go on with B's); `plain` (without depyf); `flags WORDS` (options of `depyf run`).

Of a file, an output or a session: `from /PATTERN/` and `to /PATTERN/` are its first and
last line shown, `before /PATTERN/` ends in front of a line; `only /PATTERN/` and
`without /PATTERN/` choose among them, `first N` takes the first. What is left out
between lines is a line `...`. `sorted /PATTERN/` puts the lines that match in
alphabetical order: tables of a dump go by seconds, which differ from run to run.
`bare` takes the remarks from behind the code of a file.
"""
