"""What is measured: the timings that `make bench` prints, and what single decisions rest on."""
