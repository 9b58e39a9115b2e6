"""What the tools take: arguments with their bounds, values as assistants write them, and what is said of others."""
