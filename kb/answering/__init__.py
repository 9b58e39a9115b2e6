"""From a question to an answer: choose a check, run it, compose and assert its verdict. Knows no HTTP."""
