"""Turn the control-flow graph into a statement tree."""
