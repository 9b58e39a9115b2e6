"""What is wrong with a game's folder, each problem with its place."""
