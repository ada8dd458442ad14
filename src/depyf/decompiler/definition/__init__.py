"""Bodies of classes and modules: frames, annotations, type parameters, names."""
