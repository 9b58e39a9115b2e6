"""The parts of a card game's FAQ: its options, the roles of its lines, its blocks, sections and card entries."""
