"""One file a job, with everybody who can do it."""
