"""Complete definitions: annotations, type parameters, declarations, listings."""
