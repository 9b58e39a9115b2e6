"""What is kept between two builds, and by what it is found that nothing has changed."""
