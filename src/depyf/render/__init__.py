"""Turn a `Run` into texts and pages for people, and into data for programs."""
