"""Step through dumped files with a debugger."""
