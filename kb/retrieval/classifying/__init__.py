"""Which game a question is about, which check its words speak for, whether anything answers it."""
