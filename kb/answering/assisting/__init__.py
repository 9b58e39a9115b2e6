"""A language model beside the built-in reader: asked twice, bounded in time, asserted only where both ways agree."""
