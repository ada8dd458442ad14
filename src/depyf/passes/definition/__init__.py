"""Passes for bodies of classes and modules, annotations and type parameters."""
