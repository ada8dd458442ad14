"""What torch prints, read: one parser and one type for each text."""
