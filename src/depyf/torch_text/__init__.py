"""Read what torch prints: one parser and one type for each text."""
