"""An answer as people and programs are shown it."""
