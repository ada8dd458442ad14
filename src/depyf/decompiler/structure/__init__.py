"""From control-flow graph to statement tree."""
