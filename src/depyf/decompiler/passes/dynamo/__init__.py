"""View passes for Dynamo's code: their result is shown, never run."""
