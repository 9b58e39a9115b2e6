"""What kind of text it is: a post that asks several things, or a name alone."""
