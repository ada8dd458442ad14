"""Passes over the control-flow graph and the statement tree; one file, one job."""
