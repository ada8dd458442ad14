"""Turn a `Run` into what a person or a program reads; knows only the model."""
