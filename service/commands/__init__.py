"""One file per subcommand: parse, call, render."""
