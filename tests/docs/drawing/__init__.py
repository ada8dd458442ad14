"""Drawings for the docs, beside those of dumps: graphs, and the times of a run.

`graph` and `timeline` say what is to be seen, `layered` and `straight` where the nodes
of a graph stand; `depyf.render.drawing.svg` writes it down.
"""
