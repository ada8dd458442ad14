"""Drawings of what was compiled: flow charts, graphs, times; as SVG and as Mermaid.

`flow`, `graph` and `timeline` say what is to be seen, `tree` and `layered` where it
stands, `svg` and `mermaid` write it down.  `picture` holds the data between them.
"""
