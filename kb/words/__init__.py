"""Words: folding, stems, the corpus' lexicon, spelling, the terms that games define."""
