"""View passes for Dynamo's code: what they change is shown, never executed."""
