"""Pure functions over the intermediate representation."""
