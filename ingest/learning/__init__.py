"""What is learned from labelled questions: the encoder's correction, and what each game's questions teach."""
