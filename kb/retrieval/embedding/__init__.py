"""Text to vectors, and the vectors that come near."""
