"""From the statement tree to text: names, expressions, layout, lines."""
