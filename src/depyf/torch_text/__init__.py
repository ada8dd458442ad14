"""Parse the texts that torch prints: each kind of text has a parser and a type."""
