"""`depyf cure`: try edits on copies of a program's files, and keep those that help."""
