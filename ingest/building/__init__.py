"""A build: from the games' folders to a published snapshot, with all that is kept between two."""
