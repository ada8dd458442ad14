"""Small effects library."""
