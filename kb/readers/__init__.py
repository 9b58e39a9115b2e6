"""From a question and a check to the check's facts."""
