"""Models as users write them: a module by kind, a dozen lines a model."""
