"""Turn the statement tree into source: names, expressions, layout and lines."""
