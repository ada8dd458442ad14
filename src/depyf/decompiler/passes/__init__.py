"""Passes over the control-flow graph and the statement tree, one in each file."""
