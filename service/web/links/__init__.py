"""What a link to a page of ours shows where it is pasted, and the same address as a picture to hold up."""
