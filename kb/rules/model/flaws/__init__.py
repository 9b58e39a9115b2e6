"""What is wrong with a game's rules, found before anything is solved."""
