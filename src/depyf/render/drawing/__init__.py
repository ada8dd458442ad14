"""Flow charts of what was compiled, as SVG and as Mermaid.

`flow` says what is to be seen, `tree` where it stands, `svg` and `mermaid` write it
down.  `picture` holds the data between them.
"""
