"""Passes that change the shape of the control-flow graph."""
