"""The application, its settings, processes and limits."""
